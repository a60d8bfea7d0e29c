//! Maharaja as a [`Game`].

use crate::action::Action;
use crate::components::{Site, Village};
use crate::event::Event;
use crate::options::Options;
use crate::plan::Plan;
use crate::rules::{self, Verdict};
use crate::state::{Maharaja, Open, Stage};
use crate::view::View;
use kit::{
    About, BadOptions, Eyes, Flaw, Game, Key, Refusal, Rng, Seat, SeatSet, Seed, Sink, Standings,
};

impl Game for Maharaja {
    const ABOUT: About = About {
        key: "maharaja",
        name: "Maharaja",
        author: "Wolfgang Kramer, Michael Kiesling",
        rules: 1,
        seats: 1..=4,
        options: Options::ABOUT,
    };

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn new(options: &Options, seed: Seed) -> Result<Self, BadOptions> {
        Maharaja::set_up(options, seed)
    }

    fn opening(&self) -> Vec<Event> {
        self.open.tell_set_up()
    }

    fn options(&self) -> Options {
        self.open.options
    }

    fn seats(&self) -> u8 {
        self.open.options.players
    }

    fn deciders(&self) -> SeatSet {
        self.open.deciders()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        if self.open.deciders().contains(seat) {
            self.open.list(seat, actions);
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Refusal> {
        Refusal::unless_asked(seat, self.open.deciders())?;
        self.open.permit(seat, action)?;
        self.carry_out(seat, action, events);
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        self.seen_by(eyes)
    }

    fn seen(event: &Event, eyes: Eyes) -> Option<Event> {
        Some(event.seen(eyes))
    }

    fn reveals(event: &Event, eyes: Eyes) -> bool {
        event.reveals(eyes)
    }

    fn text_for(action: Action, actor: Seat, eyes: Eyes) -> String {
        match action {
            Action::Plan(_) if !eyes.are(actor) => "plan ? ?".to_owned(),
            open => open.to_string(),
        }
    }

    fn imagine(view: &View, rng: &mut impl Rng) -> Self {
        Maharaja::imagined(view, rng)
    }

    fn standings(&self) -> Standings {
        self.open.standings()
    }

    fn totals_if_over(&self) -> Vec<i32> {
        let seats = self.open.tableaus.seats();
        seats.map(|seat| self.open.total_if_over(seat)).collect()
    }

    fn score(&self, seat: Seat) -> i32 {
        self.open.total(seat)
    }

    fn automatic_score(&self) -> Option<i32> {
        self.open.bot().map(|bot| self.open.total(bot))
    }

    fn check(&self) -> Result<(), Flaw> {
        self.find_flaw()
    }
}

impl Open {
    /// Checks whether the rules allow an action of a seat that has to decide.
    fn permit(&self, seat: Seat, action: Action) -> Verdict {
        match (self.stage, action) {
            (
                Stage::ChooseCharacter { .. } | Stage::Victim { .. },
                Action::Character(character),
            ) => self.permit_from_display(character),
            (Stage::PlaceShrine { .. }, Action::Shrine(Site::Village(village))) => {
                self.permit_village(seat, village)
            }
            (Stage::PlaceShrine { .. }, Action::Shrine(Site::City(_))) => {
                Err(rules::STARTS_IN_A_VILLAGE)
            }
            (Stage::Plan, Action::Plan(_)) => Ok(()),
            (Stage::Turn(turn), action) => self.permit_in_turn(&turn, action),
            (Stage::Reward(rewarding), action) => self.permit_in_reward(seat, &rewarding, action),
            _ => Err(rules::NOT_NOW),
        }
    }

    /// Lists all actions that the rules allow a seat that has to decide.
    fn list(&self, seat: Seat, list: &mut Vec<Action>) {
        match self.stage {
            Stage::ChooseCharacter { .. } | Stage::Victim { .. } => {
                list.extend(self.display.iter().copied().map(Action::Character));
            }
            Stage::PlaceShrine { .. } => {
                let villages =
                    Village::all().filter(|&village| self.permit_village(seat, village).is_ok());
                list.extend(villages.map(|village| Action::Shrine(Site::Village(village))));
            }
            Stage::Plan => list.extend(Plan::all().map(Action::Plan)),
            Stage::Turn(turn) => self.list_turn(&turn, list),
            Stage::Reward(rewarding) => self.list_rewards(seat, &rewarding, list),
            Stage::Over => {}
        }
    }
}

impl Maharaja {
    /// Carries out a permitted action.
    fn carry_out(&mut self, seat: Seat, action: Action, events: &mut impl Sink<Event>) {
        match (self.open.stage, action) {
            (Stage::ChooseCharacter { .. }, Action::Character(character)) => {
                self.choose_first_character(seat, character, events);
            }
            (Stage::Victim { turn, .. }, Action::Character(character)) => {
                self.open.choose_character(seat, character, events);
                self.open.stage = Stage::Turn(turn);
            }
            (Stage::PlaceShrine { pass, .. }, Action::Shrine(Site::Village(village))) => {
                self.place_first_shrine(seat, village, pass, events);
            }
            (Stage::Plan, Action::Plan(plan)) => self.commit(seat, plan, events),
            (Stage::Turn(turn), action) => self.act(turn, action, events),
            (Stage::Reward(rewarding), action) => self.reward(rewarding, action, events),
            _ => {}
        }
    }
}
