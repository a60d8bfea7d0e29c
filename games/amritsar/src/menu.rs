//! The actions of the active worker (spec 7.3).

use crate::action::{Action, ElephantAction};
use crate::components::*;
use crate::event::Event;
use crate::exchange;
use crate::pending::{Decision, Pending};
use crate::play::Play;
use crate::rules::{self, require};
use crate::state::Amritsar;
use kit::{Rule, Seat, Sink};
use serde::{Deserialize, Serialize};

/// The remaining actions of the active player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Menu {
    /// The active worker.
    pub worker: Colour,
    /// The section where it landed.
    pub section: Section,
    /// The tile of this turn.
    pub block: Block,
    /// Whether the elephant action was used.
    pub elephant_used: bool,
}

/// The main and the secondary action of one tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// No tile has been chosen.
    NotStarted,
    /// A tile has been chosen, and something may be left to do on it.
    Open {
        /// The chosen tile.
        tile: DistrictTile,
        /// Whether its main action was done.
        main_done: bool,
        /// Whether its secondary action was done.
        second_done: bool,
    },
    /// Nothing is left to do.
    Closed,
}

/// A part of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Main,
    Second,
}

impl Menu {
    pub(crate) fn new(worker: Colour, section: Section) -> Self {
        Menu {
            worker,
            section,
            block: Block::NotStarted,
            elephant_used: false,
        }
    }

    fn district(self) -> District {
        self.section.district()
    }

    /// Returns whether the worker's colour allows the secondary action. Not cached, so that a storehouse bought by the main action
    /// counts at once (spec 13a).
    fn colour_allows(self, game: &Amritsar, seat: Seat, tile: DistrictTile) -> bool {
        game.open.counts_as(seat, self.worker, tile.colour())
    }

    fn judge_block(
        self,
        game: &Amritsar,
        seat: Seat,
        tile: DistrictTile,
        part: Part,
    ) -> Result<(), Rule> {
        match self.block {
            Block::NotStarted => (),
            Block::Closed => return Err(rules::BLOCK_CLOSED),
            Block::Open {
                tile: open,
                main_done,
                second_done,
            } => {
                require(open == tile, rules::OTHER_TILE)?;
                let done = match part {
                    Part::Main => main_done,
                    Part::Second => second_done,
                };
                require(!done, rules::PART_DONE)?;
            }
        }
        self.judge_tile(game, seat, tile, part)
    }

    /// Checks whether a tile lies here and the part of it can be performed.
    fn judge_tile(
        self,
        game: &Amritsar,
        seat: Seat,
        tile: DistrictTile,
        part: Part,
    ) -> Result<(), Rule> {
        let here = game.open.districts[self.district()];
        require(here.contains(tile), rules::TILE_ELSEWHERE)?;
        let action = match part {
            Part::Main => tile.main(),
            Part::Second => {
                require(self.colour_allows(game, seat, tile), rules::COLOUR_DIFFERS)?;
                tile.secondary()
            }
        };
        require(
            game.performable(seat, action.effect()),
            rules::NOT_PERFORMABLE,
        )
    }

    fn judge_elephant(
        self,
        game: &Amritsar,
        seat: Seat,
        action: ElephantAction,
    ) -> Result<(), Rule> {
        let elephant = game.open.players[seat].elephant;
        let elephant_here = elephant == Some(self.district());
        require(elephant_here, rules::ELEPHANT_ELSEWHERE)?;
        require(!self.elephant_used, rules::ELEPHANT_USED)?;
        let between = matches!(self.block, Block::Open { .. });
        require(!between, rules::ELEPHANT_BETWEEN)?;
        match action {
            ElephantAction::Tile(tile) => self.judge_tile(game, seat, tile, Part::Main),
            ElephantAction::Mahout(mahout) => game.judge_mahout(seat, mahout),
        }
    }

    /// Returns whether the tile is open with both parts done or not allowed.
    pub(crate) fn is_spent(self, game: &Amritsar, seat: Seat) -> bool {
        match self.block {
            Block::Open {
                tile,
                main_done: true,
                second_done,
            } => second_done || !self.colour_allows(game, seat, tile),
            _ => false,
        }
    }

    fn with_done(mut self, tile: DistrictTile, part: Part) -> Self {
        let (main_done, second_done) = match self.block {
            Block::Open {
                main_done,
                second_done,
                ..
            } => (main_done, second_done),
            _ => (false, false),
        };
        self.block = Block::Open {
            tile,
            main_done: main_done || part == Part::Main,
            second_done: second_done || part == Part::Second,
        };
        self
    }
}

impl Decision for Menu {
    fn candidates(self, game: &Amritsar, seat: Seat, offer: &mut impl FnMut(Action)) {
        let player = &game.open.players[seat];
        let tiles = game.open.districts[self.district()];
        if self.block != Block::Closed {
            tiles.iter().for_each(|tile| offer(Action::Main(tile)));
            tiles.iter().for_each(|tile| offer(Action::Second(tile)));
        }
        if !self.elephant_used && player.elephant == Some(self.district()) {
            let mains = tiles.iter().map(ElephantAction::Tile);
            let mahouts = player.mahouts_played().map(ElephantAction::Mahout);
            mains
                .chain(mahouts)
                .for_each(|action| offer(Action::Elephant(action)));
        }
        offer(Action::Close);
        offer(Action::Done);
        exchange::offer(game, seat, offer);
    }

    fn judge(self, game: &Amritsar, seat: Seat, answer: Action) -> Result<(), Rule> {
        match answer {
            Action::Main(tile) => self.judge_block(game, seat, tile, Part::Main),
            Action::Second(tile) => self.judge_block(game, seat, tile, Part::Second),
            Action::Elephant(action) => self.judge_elephant(game, seat, action),
            Action::Close => require(
                matches!(self.block, Block::Open { .. }),
                rules::BLOCK_NOT_OPEN,
            ),
            Action::Done => Ok(()),
            Action::Exchange { give, take } => exchange::judge(game, seat, give, take),
            _ => Err(rules::OTHER_DECISION),
        }
    }

    fn answer<S: Sink<Event>>(mut self, play: &mut Play<'_, S>, seat: Seat, answer: Action) {
        match answer {
            Action::Main(tile) => {
                play.go_on_to(Pending::Actions(self.with_done(tile, Part::Main)));
                play.tell(Event::UsedMain { seat, tile });
                play.use_tile(seat, tile.main());
            }
            Action::Second(tile) => {
                play.go_on_to(Pending::Actions(self.with_done(tile, Part::Second)));
                play.tell(Event::UsedSecond { seat, tile });
                play.use_tile(seat, tile.secondary());
            }
            Action::Elephant(action) => {
                self.elephant_used = true;
                play.go_on_to(Pending::Actions(self));
                play.tell(Event::UsedElephant { seat, action });
                match action {
                    ElephantAction::Tile(tile) => play.use_tile(seat, tile.main()),
                    ElephantAction::Mahout(mahout) => play.use_mahout(seat, mahout),
                }
            }
            Action::Close => {
                self.block = Block::Closed;
                play.go_on_to(Pending::Actions(self));
            }
            Action::Done => play.end_actions(seat, self.worker),
            Action::Exchange { give, take } => play.exchange(seat, give, take),
            _ => (),
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Closes the block as soon as both parts are done or not allowed; a storehouse bought later does not open it again.
    pub(crate) fn close_spent_block(&mut self, pending: Pending) {
        let Pending::Actions(mut menu) = pending else {
            return;
        };
        if menu.is_spent(self.game, self.game.open.active) {
            menu.block = Block::Closed;
            self.go_on_to(Pending::Actions(menu));
        }
    }
}
