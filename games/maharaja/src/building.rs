//! Statues and shrines: permitted places and prices.

use crate::action::Action;
use crate::components::doubts::OWN_SHRINES_PER_VILLAGE;
use crate::components::{
    Bonus, CHEAP_STATUES_SAVING, Character, City, DISCOUNT, Field, SHRINE_PRICE,
    STATUE_PRICE_ELSEWHERE, STATUE_PRICE_MAHARAJA, STATUE_PRICE_NO_REBATE, Site, SpecialRule,
    Village, WheelAction,
};
use crate::event::Event;
use crate::prestige::Source;
use crate::rules::{self, Verdict, ensure};
use crate::state::Open;
use crate::turn::{OpenAction, Turn};
use kit::{Key, Seat, Sink};

impl Open {
    /// Spec 8.2: returns the price of a statue in that city for this player with that action.
    pub fn statue_price(&self, seat: Seat, city: City, action: WheelAction) -> u16 {
        let base = match self.maharaja {
            Some(visited) if visited == city => STATUE_PRICE_MAHARAJA,
            _ if self.plays(SpecialRule::NoRebate) => STATUE_PRICE_NO_REBATE,
            _ => STATUE_PRICE_ELSEWHERE,
        };
        let cheaper = u16::from(self.has(seat, Character::CheapStatues)) * CHEAP_STATUES_SAVING;
        let discount = u16::from(action == WheelAction::StatueDiscount) * DISCOUNT;
        base.saturating_sub(cheaper + discount)
    }

    /// Spec 8.3: returns the price of a shrine with that action.
    pub fn shrine_price(&self, action: WheelAction) -> u16 {
        let discount = u16::from(action == WheelAction::ShrineDiscount) * DISCOUNT;
        SHRINE_PRICE.saturating_sub(discount)
    }

    /// Returns whether this player may build in that city: the priest is there, or need not be.
    fn may_build_in(&self, seat: Seat, city: City) -> bool {
        self.tableaus[seat].priest == city.node() || self.has(seat, Character::RemoteBuilding)
    }

    /// Checks whether this player may build a statue in that city, regardless of the field.
    pub(crate) fn permit_statue_in(&self, turn: &Turn, city: City) -> Verdict {
        let open = turn.open.ok_or(rules::NOTHING_OPEN)?;
        let tableau = &self.tableaus[turn.seat];
        ensure(open.statues > 0, rules::NO_STATUE_PART)?;
        ensure(tableau.statues > 0, rules::NO_STATUE)?;
        ensure(self.may_build_in(turn.seat, city), rules::PRIEST_ELSEWHERE)?;
        let price = self.statue_price(turn.seat, city, open.action);
        ensure(tableau.coins >= price, rules::STATUE_TOO_DEAR)
    }

    pub(crate) fn permit_field(&self, city: City, field: Field) -> Verdict {
        ensure(
            self.cities[city].statues[field].is_none(),
            rules::FIELD_TAKEN,
        )
    }

    pub(crate) fn list_statues(&self, turn: &Turn, list: &mut Vec<Action>) {
        for city in City::all().filter(|&city| self.permit_statue_in(turn, city).is_ok()) {
            let fields = Field::all().filter(|&field| self.permit_field(city, field).is_ok());
            list.extend(fields.map(|field| Action::Statue(city, field)));
        }
    }

    pub(crate) fn build_statue(
        &mut self,
        turn: &mut Turn,
        city: City,
        field: Field,
        events: &mut impl Sink<Event>,
    ) {
        let seat = turn.seat;
        let Some(open) = &mut turn.open else { return };
        let price = self.statue_price(seat, city, open.action);
        open.statues -= 1;
        self.tableaus[seat].coins -= price;
        self.tableaus[seat].statues -= 1;
        self.cities[city].statues[field] = Some(seat);
        events.tell(Event::StatueBuilt {
            seat,
            city,
            field,
            price,
        });
        match city.bonus(field) {
            Some(Bonus::ActionMarkers(markers)) => self.take_markers(seat, markers, events),
            Some(Bonus::Coins(coins)) => self.take_coins(seat, coins, events),
            Some(Bonus::Prestige(points)) => self.gain(seat, points, Source::Fields, events),
            Some(Bonus::Shrines(shrines)) => self.take_shrines(seat, shrines, events),
            None => {}
        }
    }

    /// Checks whether this player may build a shrine now, regardless of the site.
    pub(crate) fn permit_shrine_part(&self, turn: &Turn) -> Verdict {
        let open = turn.open.ok_or(rules::NOTHING_OPEN)?;
        let tableau = &self.tableaus[turn.seat];
        ensure(open.shrines > 0, rules::NO_SHRINE_PART)?;
        ensure(tableau.shrines > 0, rules::NO_SHRINE)?;
        ensure(
            tableau.coins >= self.shrine_price(open.action),
            rules::SHRINE_TOO_DEAR,
        )
    }

    /// Checks whether the shrine may be built on the site.
    pub(crate) fn permit_site(&self, turn: &Turn, site: Site) -> Verdict {
        match site {
            Site::City(city) => ensure(self.may_build_in(turn.seat, city), rules::PRIEST_ELSEWHERE),
            Site::Village(village) => {
                ensure(!turn.owes_city(), rules::OWES_CITY_SHRINE)?;
                self.permit_village(turn.seat, village)?;
                let needs_city = turn.open.is_some_and(|open| village_comes_first(&open));
                let possible = !needs_city || self.can_finish_after(turn.seat, village);
                ensure(possible, rules::CITY_SHRINE_IMPOSSIBLE)
            }
        }
    }

    /// Spec 4.3: checks whether the village has room for a shrine of this player.
    pub(crate) fn permit_village(&self, seat: Seat, village: Village) -> Verdict {
        let owners = &self.villages[village];
        let spaces = self.table().village_spaces;
        ensure(owners.seats().len() < spaces, rules::VILLAGE_FULL)?;
        let may_add = owners.count(seat) < OWN_SHRINES_PER_VILLAGE;
        ensure(may_add, rules::ENOUGH_OWN_SHRINES)
    }

    /// Spec 8.1: returns whether action 4 can still build in a city after a shrine in that village.
    fn can_finish_after(&self, seat: Seat, village: Village) -> bool {
        let tableau = &self.tableaus[seat];
        let coins = tableau
            .coins
            .saturating_sub(self.shrine_price(WheelAction::TwoShrines));
        tableau.shrines > 1 && self.can_finish(seat, coins, Some(village))
    }

    /// Spec 8.1: returns whether a shrine in a city is possible with these coins, once `opened` holds a shrine of the player.
    pub(crate) fn can_finish(&self, seat: Seat, coins: u16, opened: Option<Village>) -> bool {
        coins >= self.shrine_price(WheelAction::TwoShrines)
            && (self.tableaus[seat].priest.city().is_some()
                || self.has(seat, Character::RemoteBuilding)
                || self.can_reach_a_city(seat, coins, opened))
    }

    pub(crate) fn list_shrines(&self, turn: &Turn, list: &mut Vec<Action>) {
        if self.permit_shrine_part(turn).is_ok() {
            let sites = City::all()
                .map(Site::City)
                .chain(Village::all().map(Site::Village));
            let permitted = sites.filter(|&site| self.permit_site(turn, site).is_ok());
            list.extend(permitted.map(Action::Shrine));
        }
    }

    pub(crate) fn build_shrine(
        &mut self,
        turn: &mut Turn,
        site: Site,
        events: &mut impl Sink<Event>,
    ) {
        let seat = turn.seat;
        let Some(open) = &mut turn.open else { return };
        open.owes_city = village_comes_first(open) && matches!(site, Site::Village(_));
        open.shrines -= 1;
        let price = self.shrine_price(open.action);
        self.tableaus[seat].coins -= price;
        self.tableaus[seat].shrines -= 1;
        self.put_shrine(seat, site);
        events.tell(Event::ShrineBuilt { seat, site, price });
    }

    /// Puts a shrine on the board, regardless of its origin.
    pub(crate) fn put_shrine(&mut self, seat: Seat, site: Site) {
        match site {
            Site::City(city) => self.cities[city].shrines[seat] += 1,
            Site::Village(village) => self.villages[village].add(seat),
        }
    }
}

/// Returns whether this is action 4 before its first shrine, so that after a village the second shrine must go into a city.
fn village_comes_first(open: &OpenAction) -> bool {
    open.action == WheelAction::TwoShrines
        && Some(open.shrines) == open.action.parts().map(|parts| parts.shrines)
}
