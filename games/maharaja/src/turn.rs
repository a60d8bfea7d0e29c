//! A player's turn: actions one by one, until it is ended.

use crate::action::{Action, Begin};
use crate::components::{City, WheelAction};
use crate::event::Event;
use crate::plan::Plan;
use crate::prestige::Source;
use crate::rules::{self, Verdict, ensure};
use crate::state::{Maharaja, Open, Stage};
use kit::{Key, Seat, Sink};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// The turn of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The player whose turn it is.
    pub seat: Seat,
    /// The planned actions that have not been started.
    #[serde(deserialize_with = "crate::list::read")]
    pub planned: ArrayVec<[WheelAction; 2]>,
    /// Whether an action marker was used.
    pub marker_used: bool,
    /// Whether the last action was a travel.
    pub travelled: bool,
    /// The action in progress.
    pub open: Option<OpenAction>,
}

/// A building action in progress, with its remaining parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenAction {
    /// The action.
    pub action: WheelAction,
    /// The number of statues that it can still build.
    pub statues: u8,
    /// The number of shrines that it can still build.
    pub shrines: u8,
    /// Whether the next shrine must be built in a city, because the first went into a village.
    pub owes_city: bool,
}

impl OpenAction {
    /// Starts a building action; `None` for the other actions.
    pub fn new(action: WheelAction) -> Option<Self> {
        let parts = action.parts()?;
        Some(OpenAction {
            action,
            statues: parts.statues,
            shrines: parts.shrines,
            owes_city: false,
        })
    }

    fn is_done(&self) -> bool {
        self.statues == 0 && self.shrines == 0
    }
}

impl Turn {
    /// Creates a turn at its beginning.
    pub fn new(seat: Seat, plan: Plan) -> Self {
        Turn {
            seat,
            planned: plan.actions().into_iter().collect(),
            marker_used: false,
            travelled: false,
            open: None,
        }
    }

    /// Returns whether the open action still requires a shrine in a city.
    pub(crate) fn owes_city(&self) -> bool {
        self.open.is_some_and(|open| open.owes_city)
    }

    fn nothing_open(&self) -> Verdict {
        ensure(self.open.is_none(), rules::ACTION_OPEN)
    }

    /// Removes a planned action that is started.
    fn strike_out(&mut self, action: WheelAction) {
        let mut planned = self.planned.iter();
        if let Some(place) = planned.position(|&planned| planned == action) {
            self.planned.remove(place);
        }
    }

    /// Spec 7: closes the open action when all its parts are done.
    fn close_when_done(&mut self) {
        self.open = self.open.filter(|open| !open.is_done());
    }
}

impl Open {
    pub(crate) fn permit_in_turn(&self, turn: &Turn, action: Action) -> Verdict {
        match action {
            Action::Travel(route) => self.permit_travel(turn, route),
            Action::Start(begin) => {
                turn.nothing_open()?;
                ensure(turn.planned.contains(&begin.action()), rules::NOT_PLANNED)?;
                self.permit_begin(turn.seat, begin)
            }
            Action::Marker(begin) => {
                ensure(begin.action().by_marker(), rules::NOT_BY_MARKER)?;
                self.permit_marker(turn)?;
                self.permit_begin(turn.seat, begin)
            }
            Action::Statue(city, field) => {
                self.permit_statue_in(turn, city)?;
                self.permit_field(city, field)
            }
            Action::Shrine(site) => {
                self.permit_shrine_part(turn)?;
                self.permit_site(turn, site)
            }
            Action::Ability(ability) => self.permit_ability(turn, ability),
            Action::Close => {
                ensure(turn.open.is_some(), rules::NOTHING_OPEN)?;
                ensure(!turn.owes_city(), rules::OWES_CITY_SHRINE)
            }
            Action::End => turn.nothing_open(),
            _ => Err(rules::NOT_NOW),
        }
    }

    fn permit_marker(&self, turn: &Turn) -> Verdict {
        turn.nothing_open()?;
        ensure(!turn.marker_used, rules::ONE_MARKER)?;
        ensure(self.tableaus[turn.seat].markers > 0, rules::NO_MARKER)
    }

    fn permit_begin(&self, seat: Seat, begin: Begin) -> Verdict {
        match begin {
            Begin::Swap(character) => self.permit_swap(seat, character),
            Begin::Shift(city) => ensure(self.track.can_shift(city), rules::FLAG_TOO_FAR_LEFT),
            Begin::Plain(_) if begin.action() == WheelAction::BuyPrestige => {
                let (price, _) = WheelAction::PRESTIGE_DEAL;
                ensure(self.tableaus[seat].coins >= price, rules::PRESTIGE_TOO_DEAR)
            }
            Begin::Plain(_) => Ok(()),
        }
    }

    pub(crate) fn list_turn(&self, turn: &Turn, list: &mut Vec<Action>) {
        self.journeys(turn, |route| list.push(Action::Travel(route)));
        self.abilities(turn, |ability| list.push(Action::Ability(ability)));
        if turn.open.is_some() {
            self.list_statues(turn, list);
            self.list_shrines(turn, list);
            if !turn.owes_city() {
                list.push(Action::Close);
            }
            return;
        }
        let mut planned = turn.planned;
        if planned.first() == planned.get(1) {
            planned.truncate(1);
        }
        for action in planned {
            self.list_beginnings(turn.seat, action, |begin| list.push(Action::Start(begin)));
        }
        if self.permit_marker(turn).is_ok() {
            for action in WheelAction::all().filter(|action| action.by_marker()) {
                self.list_beginnings(turn.seat, action, |begin| list.push(Action::Marker(begin)));
            }
        }
        list.push(Action::End);
    }

    fn list_beginnings(&self, seat: Seat, action: WheelAction, mut offer: impl FnMut(Begin)) {
        let permitted = |begin: &Begin| self.permit_begin(seat, *begin).is_ok();
        match action {
            WheelAction::SwapCharacter => {
                let owned = self
                    .tableaus
                    .iter()
                    .filter_map(|(_, tableau)| tableau.character);
                let all = self.display.iter().copied().chain(owned);
                all.map(Begin::Swap).filter(permitted).for_each(offer);
            }
            WheelAction::ShiftFlag => {
                City::all()
                    .map(Begin::Shift)
                    .filter(permitted)
                    .for_each(offer);
            }
            plain => {
                if let Some(begin) = Begin::plain(plain).filter(permitted) {
                    offer(begin);
                }
            }
        }
    }
}

impl Maharaja {
    /// Carries out a permitted action.
    pub(crate) fn act(&mut self, mut turn: Turn, action: Action, events: &mut impl Sink<Event>) {
        let seat = turn.seat;
        turn.travelled = matches!(action, Action::Travel(_));
        match action {
            Action::Travel(route) => self.open.travel(seat, route, events),
            Action::Start(begin) => {
                turn.strike_out(begin.action());
                events.tell(Event::ActionStarted {
                    seat,
                    action: begin.action(),
                });
                return self.begin(turn, begin, events);
            }
            Action::Marker(begin) => {
                turn.marker_used = true;
                self.open.return_marker(seat);
                events.tell(Event::MarkerUsed {
                    seat,
                    action: begin.action(),
                });
                return self.begin(turn, begin, events);
            }
            Action::Statue(city, field) => self.open.build_statue(&mut turn, city, field, events),
            Action::Shrine(site) => self.open.build_shrine(&mut turn, site, events),
            Action::Ability(ability) => self.open.use_ability(seat, ability, events),
            Action::Close => {
                if let Some(OpenAction { action, .. }) = turn.open.take() {
                    events.tell(Event::ActionClosed { seat, action });
                }
            }
            Action::End => {
                events.tell(Event::TurnEnded { seat });
                self.open.acted.insert(seat);
                return self.next_turn(events);
            }
            _ => {}
        }
        turn.close_when_done();
        self.open.stage = Stage::Turn(turn);
    }

    /// Opens a building action, or carries out another one.
    fn begin(&mut self, mut turn: Turn, begin: Begin, events: &mut impl Sink<Event>) {
        let seat = turn.seat;
        let open = &mut self.open;
        match begin {
            Begin::Swap(character) => return self.swap(turn, character, events),
            Begin::Shift(city) => open.shift_flag(seat, city, events),
            Begin::Plain(_) => match begin.action() {
                WheelAction::TakeCoins => open.take_coins(seat, WheelAction::COINS, events),
                WheelAction::TakeShrines => open.take_shrines(seat, WheelAction::SHRINES, events),
                WheelAction::BuyPrestige => {
                    let (price, points) = WheelAction::PRESTIGE_DEAL;
                    open.pay_coins(seat, price, events);
                    open.gain(seat, points, Source::Actions, events);
                }
                building => turn.open = OpenAction::new(building),
            },
        }
        open.stage = Stage::Turn(turn);
    }
}
