//! Taj Mahal as a [`Game`].

use crate::action::Action;
use crate::event::Event;
use crate::options::Options;
use crate::rules;
use crate::state::{Stage, TajMahal, Withdrawal};
use crate::view::View;
use kit::{
    About, BadOptions, Chance, Eyes, Flaw, Game, Refusal, Rng, Seat, SeatSet, Seed, Set, Sink,
    Standings,
};

impl Game for TajMahal {
    const ABOUT: About = About {
        key: "taj-mahal",
        name: "Taj Mahal",
        author: "Reiner Knizia",
        rules: 1,
        seats: 2..=5,
        options: Options::ABOUT,
    };

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn new(options: &Options, seed: Seed) -> Result<Self, BadOptions> {
        options.check()?;
        Ok(TajMahal::set_up(*options, Chance::new(seed)))
    }

    fn opening(&self) -> Vec<Event> {
        vec![self.open.visit_began(), self.open.display_turned_up()]
    }

    fn options(&self) -> Options {
        self.open.options
    }

    fn seats(&self) -> u8 {
        self.open.options.players
    }

    fn deciders(&self) -> SeatSet {
        match self.open.stage {
            Stage::Turn { seat }
            | Stage::Place(Withdrawal { seat, .. })
            | Stage::Draft { seat, .. } => Set::only(seat),
            Stage::Over => Set::EMPTY,
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        match self.open.stage {
            Stage::Turn { seat: decider } if seat == decider => self.list_turn(seat, actions),
            Stage::Place(withdrawal) if seat == withdrawal.seat => {
                self.open.list_places(withdrawal, actions)
            }
            Stage::Draft { seat: decider, .. } if seat == decider => {
                self.open.list_display(actions)
            }
            _ => (),
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Refusal> {
        Refusal::unless_asked(seat, self.deciders())?;
        match (self.open.stage, action) {
            (Stage::Turn { .. }, Action::Play { card, extra }) => {
                self.play(seat, card, extra, events)?
            }
            (Stage::Turn { .. }, Action::Withdraw) => self.withdraw(seat, events),
            (Stage::Place(withdrawal), Action::Palace(city)) => {
                self.place_normal(withdrawal, city, events)?
            }
            (Stage::Place(withdrawal), Action::Crown(city)) => {
                self.place_crown(withdrawal, city, events)?
            }
            (Stage::Draft { takes, .. }, Action::Take(card)) => {
                self.take(seat, takes, card, events)?
            }
            (Stage::Turn { .. }, _) => return Err(rules::TURN.into()),
            (Stage::Place(_), _) => return Err(rules::PLACE.into()),
            (Stage::Draft { .. }, _) => return Err(rules::DRAFT.into()),
            (Stage::Over, _) => return Err(Refusal::Over),
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        View::new(self, eyes)
    }

    fn seen(event: &Event, eyes: Eyes) -> Option<Event> {
        Some(event.seen_by(eyes))
    }

    fn reveals(event: &Event, eyes: Eyes) -> bool {
        event.reveals_to(eyes)
    }

    fn imagine(view: &View, rng: &mut impl Rng) -> Self {
        view.imagine(rng)
    }

    fn standings(&self) -> Standings {
        self.open.standings()
    }

    fn totals_if_over(&self) -> Vec<i32> {
        let mut game = *self;
        if game.open.stage != Stage::Over {
            game.score_hands(&mut ());
        }
        game.standings().totals()
    }

    fn score(&self, seat: Seat) -> i32 {
        self.open.players[seat].total() as i32
    }

    fn check(&self) -> Result<(), Flaw> {
        self.find_flaw()
    }
}
