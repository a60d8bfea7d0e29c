//! The unconfirmed choice, and how clicks change it.

use taj_mahal::components::{Card, Special};
use taj_mahal::{Action, Extra};

/// The unconfirmed choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chosen {
    /// Nothing.
    #[default]
    Nothing,
    /// Cards to lay.
    Cards {
        /// The coloured card.
        card: Option<Card>,
        /// The card laid with it.
        extra: Option<Extra>,
    },
    /// Withdraw.
    Withdraw,
}

impl Chosen {
    /// Returns the chosen cards.
    fn cards(self) -> (Option<Card>, Option<Extra>) {
        match self {
            Chosen::Cards { card, extra } => (card, extra),
            Chosen::Nothing | Chosen::Withdraw => (None, None),
        }
    }

    fn of(card: Option<Card>, extra: Option<Extra>) -> Self {
        match (card, extra) {
            (None, None) => Chosen::Nothing,
            (card, extra) => Chosen::Cards { card, extra },
        }
    }

    /// Returns the action, if the choice is complete; it need not be legal.
    pub fn action(self) -> Option<Action> {
        match self {
            Chosen::Cards { card, extra } => card.map(|card| Action::Play { card, extra }),
            Chosen::Withdraw => Some(Action::Withdraw),
            Chosen::Nothing => None,
        }
    }

    /// Returns whether this card is chosen, coloured or white.
    pub fn has_card(self, wanted: Card) -> bool {
        let (card, extra) = self.cards();
        card == Some(wanted) || extra == Some(Extra::Card(wanted))
    }

    /// Returns whether this special card is chosen.
    pub fn has_special(self, special: Special) -> bool {
        self.cards().1 == Some(Extra::Special(special))
    }

    /// Returns the choice after a click on a card of the hand. A white card is added or removed; a coloured one replaces another, and keeps the extra
    /// card if they can be laid together.
    pub fn after_card(self, clicked: Card, legal: &[Action]) -> Self {
        if clicked.colour().is_none() {
            return self.after_extra(Extra::Card(clicked));
        }
        let (card, extra) = self.cards();
        if card == Some(clicked) {
            return Chosen::of(None, extra);
        }
        let company = || {
            legal.iter().find_map(|action| match *action {
                Action::Play { card, extra } if card == clicked => Some(extra),
                _ => None,
            })
        };
        let as_it_is = Action::Play {
            card: clicked,
            extra,
        };
        let extra = match legal.contains(&as_it_is) {
            true => extra,
            // A card that can only be laid with another one adds it.
            false => company().flatten(),
        };
        Chosen::of(Some(clicked), extra)
    }

    /// Returns the choice after a click on a special card.
    pub fn after_special(self, clicked: Special) -> Self {
        self.after_extra(Extra::Special(clicked))
    }

    fn after_extra(self, clicked: Extra) -> Self {
        let (card, extra) = self.cards();
        Chosen::of(card, (extra != Some(clicked)).then_some(clicked))
    }
}

/// Returns whether any legal action lays this card.
pub fn can_lay(card: Card, legal: &[Action]) -> bool {
    let mut plays = plays(legal);
    plays.any(|(other, extra)| other == card || extra == Some(Extra::Card(card)))
}

/// Returns whether any legal action lays this special card.
pub fn can_lay_special(special: Special, legal: &[Action]) -> bool {
    plays(legal).any(|(_, extra)| extra == Some(Extra::Special(special)))
}

/// Returns whether any card can be laid.
pub fn can_lay_any(legal: &[Action]) -> bool {
    plays(legal).next().is_some()
}

/// Returns all legal combinations of a coloured card and an extra card.
fn plays(legal: &[Action]) -> impl Iterator<Item = (Card, Option<Extra>)> {
    legal.iter().filter_map(|action| match *action {
        Action::Play { card, extra } => Some((card, extra)),
        _ => None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use kit::{Game as _, Key as _, Seed};
    use taj_mahal::{Options, TajMahal};

    fn card(id: &str) -> Card {
        id.parse().unwrap()
    }

    fn legal(actions: &[&str]) -> Vec<Action> {
        let parse = |action: &&str| action.parse().unwrap();
        actions.iter().map(parse).collect()
    }

    /// Returns the choice after clicks on these cards, as an action's text; `-` if it is incomplete.
    #[track_caller]
    fn clicked(cards: &[&str], legal: &[Action]) -> String {
        let click = |chosen: Chosen, id: &&str| match id.parse::<Special>() {
            Ok(special) => chosen.after_special(special),
            Err(_) => chosen.after_card(card(id), legal),
        };
        let chosen = cards.iter().fold(Chosen::Nothing, click);
        chosen
            .action()
            .map_or("-".to_owned(), |action| action.to_string())
    }

    /// At the beginning of a visit: two colours, a white card, a special card.
    fn at_the_beginning() -> Vec<Action> {
        legal(&[
            "play red-ev",
            "play red-ev white-e",
            "play red-ev special-points",
            "play yellow-eg",
            "play yellow-eg white-e",
            "play yellow-eg special-points",
            "withdraw",
        ])
    }

    #[test]
    fn a_click_chooses_a_card_and_another_lets_go_of_it() {
        let legal = at_the_beginning();
        assert_eq!(clicked(&["red-ev"], &legal), "play red-ev");
        assert_eq!(clicked(&["red-ev", "red-ev"], &legal), "-");
        assert_eq!(clicked(&["red-ev", "yellow-eg"], &legal), "play yellow-eg");
        let nothing = Chosen::Nothing.after_card(card("red-ev"), &legal);
        assert_eq!(nothing.after_card(card("red-ev"), &legal), Chosen::Nothing);
    }

    #[test]
    fn a_white_or_special_card_goes_with_a_coloured_one_in_any_order() {
        let legal = at_the_beginning();
        let both = "play red-ev white-e";
        assert_eq!(clicked(&["red-ev", "white-e"], &legal), both);
        assert_eq!(clicked(&["white-e", "red-ev"], &legal), both);
        let special = "play red-ev special-points";
        assert_eq!(clicked(&["red-ev", "special-points"], &legal), special);
        assert_eq!(clicked(&["special-points", "red-ev"], &legal), special);
        // It stays when the coloured card is changed, and there is at most one.
        assert_eq!(
            clicked(&["red-ev", "white-e", "yellow-eg"], &legal),
            "play yellow-eg white-e"
        );
        assert_eq!(
            clicked(&["red-ev", "white-e", "special-points"], &legal),
            special
        );
    }

    #[test]
    fn a_second_click_lets_go_of_the_company_alone() {
        let legal = at_the_beginning();
        for extra in ["white-e", "special-points"] {
            assert_eq!(clicked(&["red-ev", extra, extra], &legal), "play red-ev");
            // Without a coloured card it is not yet an action, but it is chosen.
            assert_eq!(clicked(&["red-ev", extra, "red-ev"], &legal), "-");
            assert_eq!(
                clicked(&["red-ev", extra, "red-ev", "yellow-eg"], &legal),
                format!("play yellow-eg {extra}")
            );
            assert_eq!(clicked(&[extra, extra], &legal), "-");
        }
    }

    #[test]
    fn a_card_of_another_colour_brings_what_it_needs() {
        let legal = legal(&[
            "play red-ev",
            "play red-ev white-e",
            "play red-ev special-free-colour",
            "play yellow-eg special-free-colour",
            "withdraw",
        ]);
        let with_free_colour = "play yellow-eg special-free-colour";
        assert_eq!(clicked(&["yellow-eg"], &legal), with_free_colour);
        // An extra card that does not fit is removed.
        assert_eq!(clicked(&["white-e", "yellow-eg"], &legal), with_free_colour);
        assert_eq!(
            clicked(&["yellow-eg", "red-ev"], &legal),
            "play red-ev special-free-colour"
        );
        // An illegal combination can be chosen: the board shows why it cannot be laid.
        let refused = clicked(&["yellow-eg", "white-e"], &legal);
        assert_eq!(refused, "play yellow-eg white-e");
        assert!(!legal.contains(&refused.parse().unwrap()));
    }

    #[test]
    fn cards_take_the_place_of_withdrawing() {
        let legal = at_the_beginning();
        assert_eq!(Chosen::Withdraw.action(), Some(Action::Withdraw));
        let chosen = Chosen::Withdraw.after_card(card("red-ev"), &legal);
        assert_eq!(chosen.action(), "play red-ev".parse().ok());
        assert!(!Chosen::Withdraw.has_card(card("red-ev")));
    }

    #[test]
    fn what_is_chosen_is_shown_as_chosen() {
        let chosen = Chosen::of(Some(card("red-ev")), Some(Extra::Card(card("white-e"))));
        assert!(chosen.has_card(card("red-ev")) && chosen.has_card(card("white-e")));
        assert!(!chosen.has_card(card("yellow-eg")) && !chosen.has_special(Special::Points));
        assert!(
            chosen
                .after_special(Special::Points)
                .has_special(Special::Points)
        );
    }

    #[test]
    fn what_can_be_laid_is_what_some_legal_action_lays() {
        let legal = at_the_beginning();
        for id in ["red-ev", "yellow-eg", "white-e"] {
            assert!(can_lay(card(id), &legal), "{id}");
        }
        assert!(!can_lay(card("red-em"), &legal));
        assert!(can_lay_special(Special::Points, &legal));
        assert!(!can_lay_special(Special::Mogul, &legal));
        assert!(can_lay_any(&legal) && !can_lay_any(&[Action::Withdraw]));
        // A card that is taken from the display is not laid.
        assert!(!can_lay(card("red-ev"), &[Action::Take(card("red-ev"))]));
    }

    /// Whatever was chosen before, a lit coloured card can be confirmed after a click on it.
    #[test]
    fn every_lit_coloured_card_makes_a_legal_action() {
        let mut game = TajMahal::new(&Options::default(), Seed::from_text("hand")).unwrap();
        let mut legal = Vec::new();
        for turn in 0..400 {
            let Some(seat) = game.deciders().lowest() else {
                break;
            };
            game.legal(seat, &mut legal);
            let before = legal.get(turn % legal.len()).copied().unwrap();
            let chosen = match before {
                Action::Play { card, extra } => Chosen::of(Some(card), extra),
                _ => Chosen::Withdraw,
            };
            for card in Card::all().filter(|card| card.colour().is_some() && can_lay(*card, &legal))
            {
                let chosen = match chosen.after_card(card, &legal) {
                    let_go if !let_go.has_card(card) => let_go.after_card(card, &legal),
                    chosen => chosen,
                };
                assert!(legal.contains(&chosen.action().unwrap()), "{chosen:?}");
            }
            game.apply(seat, before, &mut ()).unwrap();
        }
    }
}
