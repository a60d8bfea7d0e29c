//! Amritsar as a [`Game`].

use crate::action::Action;
use crate::event::Event;
use crate::options::Options;
use crate::play::Play;
use crate::state::Amritsar;
use crate::version::RulesVersion;
use crate::view::View;
use kit::{
    About, BadOptions, Chance, Eyes, Flaw, Game, Refusal, Rng, Seat, SeatSet, Seed, Set, Sink,
    Standings,
};

impl Game for Amritsar {
    const ABOUT: About = About {
        key: "amritsar",
        name: "Amritsar: The Golden Temple",
        author: "David Heras Pino",
        rules: RulesVersion::PRESENT.number(),
        seats: 1..=4,
        options: Options::ABOUT,
    };

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn new(options: &Options, seed: Seed) -> Result<Self, BadOptions> {
        Amritsar::new_under(Amritsar::ABOUT.rules, options, seed)
    }

    fn new_under(rules: u32, options: &Options, seed: Seed) -> Result<Self, BadOptions> {
        let Some(version) = RulesVersion::numbered(rules) else {
            return Err(Amritsar::ABOUT.unknown_rules(rules));
        };
        version.check(options)?;
        Ok(Amritsar::set_up(version, *options, Chance::new(seed)))
    }

    fn rules(&self) -> u32 {
        self.open.rules.number()
    }

    fn opening(&self) -> Vec<Event> {
        self.open.opening()
    }

    fn options(&self) -> Options {
        self.open.options
    }

    fn seats(&self) -> u8 {
        self.open.options.players
    }

    fn deciders(&self) -> SeatSet {
        self.open.actor().map_or(Set::EMPTY, Set::only)
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        self.list(seat, actions);
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Refusal> {
        Refusal::unless_asked(seat, self.deciders())?;
        self.decide(seat, action, events)
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

    fn text_for(action: Action, actor: Seat, eyes: Eyes) -> String {
        action.text_for(actor, eyes)
    }

    fn imagine(view: &View, rng: &mut impl Rng) -> Self {
        view.imagine(rng)
    }

    fn standings(&self) -> Standings {
        self.open.standings()
    }

    fn totals_if_over(&self) -> Vec<i32> {
        let mut game = *self;
        if !game.open.stack.is_empty() {
            let events = &mut ();
            Play {
                game: &mut game,
                events,
            }
            .score_finally();
        }
        game.standings().totals()
    }

    fn score(&self, seat: Seat) -> i32 {
        self.open.players[seat].pp.total().into()
    }

    fn automatic_score(&self) -> Option<i32> {
        let maharajah = self.open.maharajah.as_ref()?;
        Some(maharajah.pp.total().into())
    }

    fn check(&self) -> Result<(), Flaw> {
        self.find_flaw()
    }
}
