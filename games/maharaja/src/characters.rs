//! Characters: swapping them and using their once-abilities. Permanent and scoring abilities are checked where they apply, with
//! [`Open::has`].

use crate::action::{Ability, Exchange};
use crate::components::doubts::{FREE_SHRINES_IN_VILLAGES, SUPPLY_SHRINE_PRICE};
use crate::components::{Character, City, Site, SpecialRule, Village};
use crate::event::Event;
use crate::prestige::Source;
use crate::rules::{self, Verdict, ensure};
use crate::state::{Maharaja, Mark, Open, Stage};
use crate::turn::Turn;
use kit::{Key, Rule, Seat, Set, Sink};

impl Open {
    /// Spec 8.5: checks whether this player may swap for that character.
    pub(crate) fn permit_swap(&self, seat: Seat, character: Character) -> Verdict {
        ensure(
            self.tableaus[seat].character != Some(character),
            rules::SAME_CHARACTER,
        )?;
        if self.display.contains(&character) {
            return Ok(());
        }
        let owner = self.owner(character).ok_or(rules::OUT_OF_REACH)?;
        ensure(!self.plays(SpecialRule::NoStealing), rules::NO_STEALING)?;
        // Spec 14.20: Brahmabot must find another tile in the row, which may be empty.
        ensure(
            Some(owner) != self.bot() || !self.display.is_empty(),
            rules::OUT_OF_REACH,
        )
    }

    /// Gives the character to the player. Returns its previous owner, unless it came from the display.
    fn take_character(&mut self, seat: Seat, character: Character) -> Option<Seat> {
        let owner = self.owner(character);
        match owner {
            Some(owner) => self.tableaus[owner].character = None,
            None => self.take_from_display(character),
        }
        self.tableaus[seat].character = Some(character);
        owner
    }

    pub(crate) fn permit_from_display(&self, character: Character) -> Verdict {
        ensure(self.display.contains(&character), rules::NOT_IN_DISPLAY)
    }

    /// Takes a character from the display.
    pub(crate) fn choose_character(
        &mut self,
        seat: Seat,
        character: Character,
        events: &mut impl Sink<Event>,
    ) {
        self.take_character(seat, character);
        events.tell(Event::CharacterTaken { seat, character });
    }

    /// Spec 8.6.
    pub(crate) fn shift_flag(&mut self, seat: Seat, city: City, events: &mut impl Sink<Event>) {
        let from = self.track.position(city);
        self.track.shift(city);
        let to = self.track.position(city);
        events.tell(Event::FlagShifted {
            seat,
            city,
            from,
            to,
        });
    }
}

impl Maharaja {
    /// Spec 8.5, and 13.3 against Brahmabot, who never chooses.
    pub(crate) fn swap(&mut self, turn: Turn, character: Character, events: &mut impl Sink<Event>) {
        let seat = turn.seat;
        let open = &mut self.open;
        let returned = open.tableaus[seat].character;
        let victim = open.take_character(seat, character);
        open.stage = Stage::Turn(turn);
        if let Some(returned) = returned {
            events.tell(Event::Swapped {
                seat,
                returned,
                character,
                victim,
            });
            if open.bot().is_some() {
                return self.replace_returned(returned, victim, events);
            }
            open.display_in_order(returned);
        }
        if let Some(victim) = victim {
            open.stage = Stage::Victim { seat: victim, turn };
        }
    }
}

/// The coins and prestige left after an exchange.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Purse {
    coins: u16,
    prestige: i16,
}

impl Open {
    /// Offers all once-abilities that this player can use now.
    pub(crate) fn abilities(&self, turn: &Turn, mut offer: impl FnMut(Ability)) {
        let owned = self.tableaus[turn.seat].character;
        let marks = self
            .maharani
            .iter()
            .flatten()
            .filter(|mark| mark.seat == turn.seat);
        let characters: Set<Character> = owned
            .into_iter()
            .chain(marks.map(|mark| mark.character))
            .collect();
        for character in characters.iter() {
            uses(character, |ability| {
                if self.permit_ability(turn, ability).is_ok() {
                    offer(ability);
                }
            });
        }
    }

    /// Spec 7 and 9: an ability is used once a round, and only if it has an effect. Spec 8.1: it leaves the coin for an owed shrine.
    pub(crate) fn permit_ability(&self, turn: &Turn, ability: Ability) -> Verdict {
        let (seat, character) = (turn.seat, ability.character());
        ensure(self.has(seat, character), rules::NOT_YOUR_ABILITY)?;
        let used = self.tableaus[seat].used.contains(character);
        ensure(!used, rules::USED)?;
        let coins = self.coins_after(seat, ability)?;
        let possible = !turn.owes_city() || self.can_finish(seat, coins, None);
        ensure(possible, rules::CITY_SHRINE_IMPOSSIBLE)
    }

    /// Returns the coins that an ability would leave, if it can be paid and has an effect.
    fn coins_after(&self, seat: Seat, ability: Ability) -> Result<u16, Rule> {
        let tableau = &self.tableaus[seat];
        match ability {
            Ability::TakeShrine => ensure(tableau.supply > 0, rules::NO_EFFECT)?,
            Ability::Exchange(exchange) => {
                return self.after_exchange(seat, exchange).map(|after| after.coins);
            }
            Ability::BuyActionMarker => {
                let prestige = tableau.prestige.total();
                ensure(prestige >= Character::MARKER_PRESTIGE, rules::NOT_PAYABLE)?;
                ensure(self.markers > 0, rules::NO_EFFECT)?;
            }
            Ability::TakePrestige => {}
            Ability::ShiftFlag(city) => {
                ensure(self.track.can_shift(city), rules::FLAG_TOO_FAR_LEFT)?;
            }
            Ability::SupplyShrine(site) => {
                ensure(tableau.supply > 0, rules::NO_EFFECT)?;
                self.permit_free_shrine(seat, site)?;
                let left = tableau.coins.checked_sub(SUPPLY_SHRINE_PRICE);
                return left.ok_or(rules::NOT_PAYABLE);
            }
            Ability::TakeActionMarker => ensure(self.markers > 0, rules::NO_EFFECT)?,
        }
        Ok(tableau.coins)
    }

    /// Checks where the shrines of character 13 and of reward 7 may go.
    pub(crate) fn permit_free_shrine(&self, seat: Seat, site: Site) -> Verdict {
        match site {
            Site::City(_) => Ok(()),
            Site::Village(village) => {
                ensure(FREE_SHRINES_IN_VILLAGES, rules::CITIES_ONLY)?;
                self.permit_village(seat, village)
            }
        }
    }

    /// Spec 9 and 15a: some order of the exchanges must be payable. No purchase prevents a sale and no sale a purchase, so any payable
    /// exchange can be done first.
    fn after_exchange(&self, seat: Seat, exchange: Exchange) -> Result<Purse, Rule> {
        let tableau = &self.tableaus[seat];
        let before = Purse {
            coins: tableau.coins,
            prestige: tableau.prestige.total(),
        };
        let gain = Character::EXCHANGE_PRESTIGE + self.extra_prestige(seat);
        let (mut after, mut purchases, mut sales) =
            (before, exchange.purchases(), exchange.sales());
        while purchases + sales > 0 {
            if purchases > 0 && after.coins >= Character::EXCHANGE_COINS {
                purchases -= 1;
                after.coins -= Character::EXCHANGE_COINS;
                after.prestige += gain;
            } else if sales > 0 && after.prestige >= Character::EXCHANGE_PRESTIGE {
                sales -= 1;
                after.coins += Character::EXCHANGE_COINS;
                after.prestige -= Character::EXCHANGE_PRESTIGE;
            } else {
                return Err(rules::NOT_PAYABLE);
            }
        }
        ensure(after != before, rules::NO_EFFECT)?;
        Ok(after)
    }

    pub(crate) fn use_ability(
        &mut self,
        seat: Seat,
        ability: Ability,
        events: &mut impl Sink<Event>,
    ) {
        let character = ability.character();
        events.tell(Event::AbilityUsed { seat, character });
        match ability {
            Ability::TakeShrine => self.take_shrines(seat, Character::SHRINES, events),
            Ability::Exchange(exchange) => self.exchange(seat, exchange, events),
            Ability::BuyActionMarker => {
                self.pay_prestige(seat, Character::MARKER_PRESTIGE, events);
                self.take_markers(seat, Character::MARKERS, events);
            }
            Ability::TakePrestige => {
                self.gain(seat, Character::PRESTIGE, Source::Abilities, events)
            }
            Ability::ShiftFlag(city) => self.shift_flag(seat, city, events),
            Ability::SupplyShrine(site) => {
                self.tableaus[seat].coins -= SUPPLY_SHRINE_PRICE;
                self.tableaus[seat].supply -= 1;
                self.put_shrine(seat, site);
                events.tell(Event::ShrineBuilt {
                    seat,
                    site,
                    price: SUPPLY_SHRINE_PRICE,
                });
            }
            Ability::TakeActionMarker => self.take_markers(seat, Character::MARKERS, events),
        }
        self.tableaus[seat].used.insert(character);
        // Spec 10.5: the use counts for the player's own tile, otherwise for a Maharani marker, which is returned.
        if self.tableaus[seat].character != Some(character) {
            let gives =
                |marker: &&mut Option<Mark>| marker.is_some_and(|mark| mark.gives(seat, character));
            return_mark(self.maharani.iter_mut().find(gives), events);
        }
    }

    fn exchange(&mut self, seat: Seat, exchange: Exchange, events: &mut impl Sink<Event>) {
        let coins = |times: u8| u16::from(times) * Character::EXCHANGE_COINS;
        // All income comes first: a purchase may need the coins of a sale.
        if exchange.sales() > 0 {
            self.take_coins(seat, coins(exchange.sales()), events);
        }
        self.pay_coins(seat, coins(exchange.purchases()), events);
        for _ in 0..exchange.purchases() {
            self.gain(
                seat,
                Character::EXCHANGE_PRESTIGE,
                Source::Abilities,
                events,
            );
        }
        if exchange.sales() > 0 {
            self.pay_prestige(
                seat,
                i16::from(exchange.sales()) * Character::EXCHANGE_PRESTIGE,
                events,
            );
        }
    }
}

/// Puts a Maharani marker back beside the reward track.
pub(crate) fn return_mark(marker: Option<&mut Option<Mark>>, events: &mut impl Sink<Event>) {
    if let Some(Mark {
        seat, character, ..
    }) = marker.and_then(Option::take)
    {
        events.tell(Event::MaharaniReturned { seat, character });
    }
}

/// Offers all uses of an ability, possible or not.
fn uses(character: Character, mut offer: impl FnMut(Ability)) {
    match character {
        Character::TakeShrine => offer(Ability::TakeShrine),
        Character::Exchange => Exchange::all().map(Ability::Exchange).for_each(offer),
        Character::BuyActionMarker => offer(Ability::BuyActionMarker),
        Character::TakePrestige => offer(Ability::TakePrestige),
        Character::ShiftFlag => City::all().map(Ability::ShiftFlag).for_each(offer),
        Character::SupplyShrine => free_sites().map(Ability::SupplyShrine).for_each(offer),
        Character::TakeActionMarker => offer(Ability::TakeActionMarker),
        _ => {}
    }
}

/// Returns the sites where free shrines may go.
pub(crate) fn free_sites() -> impl Iterator<Item = Site> {
    let villages = Village::all()
        .filter(|_| FREE_SHRINES_IN_VILLAGES)
        .map(Site::Village);
    City::all().map(Site::City).chain(villages)
}
