//! A turn: lay cards or withdraw (spec 5.2).

use crate::action::{Action, Extra};
use crate::cards::Cards;
use crate::components::{COLOURED, Card, SPECIAL_POINTS, Special, WHITE};
use crate::event::{Event, Reason};
use crate::rules;
use crate::scoring::Source;
use crate::state::{Open, Player, TajMahal};
use kit::{Key, Rule, Seat, Set, Sink};

impl TajMahal {
    /// Lists each playable card alone, then with each white card and each special card; withdrawing is always possible.
    pub(crate) fn list_turn(&self, seat: Seat, actions: &mut Vec<Action>) {
        let hand = self.hands[seat].faces();
        let player = &self.open.players[seat];
        let specials = self.open.playable_specials(seat);
        let plain = player.playable_colours().and(hand);
        for card in hand.without(WHITE).iter() {
            let with = |extra| Action::Play {
                card,
                extra: Some(extra),
            };
            if plain.contains(card) {
                actions.push(Action::Play { card, extra: None });
                actions.extend(hand.and(WHITE).iter().map(|white| with(Extra::Card(white))));
                actions.extend(specials.iter().map(|special| with(Extra::Special(special))));
            } else if specials.contains(Special::FreeColour) {
                actions.push(with(Extra::Special(Special::FreeColour)));
            }
        }
        actions.push(Action::Withdraw);
    }

    pub(crate) fn play(
        &mut self,
        seat: Seat,
        card: Card,
        extra: Option<Extra>,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rule> {
        self.may_play(seat, card, extra)?;
        let player = &mut self.open.players[seat];
        let hand = &mut self.hands[seat];
        player.lay(card, hand);
        match extra {
            Some(Extra::Card(white)) => player.lay(white, hand),
            Some(Extra::Special(special)) => {
                player.row_specials = player.row_specials.or(Set::only(special))
            }
            None => (),
        }
        events.tell(Event::Laid { seat, card, extra });
        if extra == Some(Extra::Special(Special::Points)) {
            self.open.score(
                seat,
                Source::SpecialCard,
                SPECIAL_POINTS,
                Reason::SpecialCard,
                events,
            );
        }
        let player = &mut self.open.players[seat];
        if extra != Some(Extra::Special(Special::FreeColour)) && player.bound_colour.is_none() {
            player.bound_colour = card.colour();
        }
        self.pass_turn(seat, events);
        Ok(())
    }

    fn may_play(&self, seat: Seat, card: Card, extra: Option<Extra>) -> Result<(), Rule> {
        let hand = self.hands[seat].faces();
        let player = &self.open.players[seat];
        require(card.colour().is_some(), rules::COLOURED_CARD)?;
        require(hand.contains(card), rules::IN_HAND)?;
        match extra {
            Some(Extra::Card(white)) => {
                require(white.colour().is_none(), rules::ONE_COLOURED_CARD)?;
                require(hand.contains(white), rules::IN_HAND)?;
            }
            Some(Extra::Special(special)) => {
                require(
                    self.open.special_cards[special] == Some(seat),
                    rules::HOLD_SPECIAL,
                )?;
                require(!player.row_specials.contains(special), rules::SPECIAL_ONCE)?;
            }
            None => (),
        }
        let free = extra == Some(Extra::Special(Special::FreeColour));
        require(
            free || player.playable_colours().contains(card),
            rules::SAME_COLOUR,
        )
    }
}

impl Open {
    /// Returns the special cards that a player holds and has not laid in this visit.
    fn playable_specials(&self, seat: Seat) -> Set<Special> {
        let held: Set<Special> = Special::all()
            .filter(|&special| self.special_cards[special] == Some(seat))
            .collect();
        held.without(self.players[seat].row_specials)
    }
}

impl Player {
    /// Returns the coloured cards that the bound colour allows.
    fn playable_colours(&self) -> Set<Card> {
        match self.bound_colour {
            Some(colour) => COLOURED[colour],
            None => Set::from_bits(u64::MAX).without(WHITE),
        }
    }

    /// Moves a card from the hand to the row. Spec 5.10: one equal known card becomes unknown.
    fn lay(&mut self, card: Card, hand: &mut Cards) {
        hand.remove(card);
        self.known.remove(card);
        self.row.add(card);
    }
}

pub(crate) fn require(holds: bool, rule: Rule) -> Result<(), Rule> {
    if holds { Ok(()) } else { Err(rule) }
}
