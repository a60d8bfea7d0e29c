//! Maharaja as a game of the house.

use crate::command::Command;
use crate::components::{Site, Village};
use crate::event::Event;
use crate::options::Options;
use crate::plan::Plan;
use crate::rules::{self, Verdict};
use crate::state::{Maharaja, Public, Stage};
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
    type Action = Command;
    type Event = Event;
    type View = View;

    fn new(options: &Options, seed: Seed) -> Result<Self, BadOptions> {
        Maharaja::set_up(options, seed)
    }

    fn opening(&self) -> Vec<Event> {
        self.public.tell_set_up()
    }

    fn options(&self) -> Options {
        self.public.options
    }

    fn seats(&self) -> u8 {
        self.public.options.players
    }

    fn deciders(&self) -> SeatSet {
        self.public.deciders()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Command>) {
        actions.clear();
        if self.public.deciders().contains(seat) {
            self.public.list(seat, actions);
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: Command,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Refusal> {
        Refusal::unless_asked(seat, self.public.deciders())?;
        self.public.permit(seat, action)?;
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

    fn text_for(action: Command, actor: Seat, eyes: Eyes) -> String {
        match action {
            Command::Plan(_) if !eyes.are(actor) => "plan ? ?".to_owned(),
            open => open.to_string(),
        }
    }

    fn imagine(view: &View, rng: &mut impl Rng) -> Self {
        Maharaja::imagined(view, rng)
    }

    fn standings(&self) -> Standings {
        self.public.standings()
    }

    fn score(&self, seat: Seat) -> i32 {
        self.public.total(seat)
    }

    fn automatic_score(&self) -> Option<i32> {
        self.public.bot().map(|bot| self.public.total(bot))
    }

    fn check(&self) -> Result<(), Flaw> {
        self.find_flaw()
    }
}

impl Public {
    /// Whether the rules allow a command of a seat that has to decide.
    fn permit(&self, seat: Seat, command: Command) -> Verdict {
        match (self.stage, command) {
            (
                Stage::ChooseCharacter { .. } | Stage::Victim { .. },
                Command::Character(character),
            ) => self.permit_from_display(character),
            (Stage::PlaceShrine { .. }, Command::Shrine(Site::Village(village))) => {
                self.permit_village(seat, village)
            }
            (Stage::PlaceShrine { .. }, Command::Shrine(Site::City(_))) => {
                Err(rules::STARTS_IN_A_VILLAGE)
            }
            (Stage::Plan, Command::Plan(_)) => Ok(()),
            (Stage::Turn(turn), command) => self.permit_in_turn(&turn, command),
            (Stage::Reward(rewarding), command) => self.permit_in_reward(seat, &rewarding, command),
            _ => Err(rules::NOT_NOW),
        }
    }

    /// All commands that the rules allow a seat that has to decide.
    fn list(&self, seat: Seat, list: &mut Vec<Command>) {
        match self.stage {
            Stage::ChooseCharacter { .. } | Stage::Victim { .. } => {
                list.extend(self.display.iter().copied().map(Command::Character));
            }
            Stage::PlaceShrine { .. } => {
                let villages =
                    Village::all().filter(|&village| self.permit_village(seat, village).is_ok());
                list.extend(villages.map(|village| Command::Shrine(Site::Village(village))));
            }
            Stage::Plan => list.extend(Plan::all().map(Command::Plan)),
            Stage::Turn(turn) => self.list_turn(&turn, list),
            Stage::Reward(rewarding) => self.list_rewards(seat, &rewarding, list),
            Stage::Over => {}
        }
    }
}

impl Maharaja {
    /// Carries out a command that was permitted.
    fn carry_out(&mut self, seat: Seat, command: Command, events: &mut impl Sink<Event>) {
        match (self.public.stage, command) {
            (Stage::ChooseCharacter { .. }, Command::Character(character)) => {
                self.choose_first_character(seat, character, events);
            }
            (Stage::Victim { turn, .. }, Command::Character(character)) => {
                self.public.choose_character(seat, character, events);
                self.public.stage = Stage::Turn(turn);
            }
            (Stage::PlaceShrine { pass, .. }, Command::Shrine(Site::Village(village))) => {
                self.place_first_shrine(seat, village, pass, events);
            }
            (Stage::Plan, Command::Plan(plan)) => self.commit(seat, plan, events),
            (Stage::Turn(turn), command) => self.act(turn, command, events),
            (Stage::Reward(rewarding), command) => self.reward(rewarding, command, events),
            _ => {}
        }
    }
}
