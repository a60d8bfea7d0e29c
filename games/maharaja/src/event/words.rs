//! Events as English sentences.

use super::{Aim, Event, Hindrance};
use crate::components::{BotAction, COLOURS, City, Site, WheelAction};
use kit::Seat;
use std::fmt;

/// A player, called by colour.
struct Colour(Seat);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = usize::from(self.0.number());
        f.write_str(COLOURS.get(number).unwrap_or(&"Nobody"))
    }
}

/// `1 coin`, `2 coins`.
struct Count<'a>(i16, &'a str);

impl fmt::Display for Count<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count(number, noun) = self;
        write!(f, "{number} {noun}{}", if *number == 1 { "" } else { "s" })
    }
}

/// The name of a place for a shrine.
struct Place(Site);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Site::City(city) => f.write_str(city.name()),
            Site::Village(village) => write!(f, "{} ({village})", village.name()),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::RuleInPlay { rule } => {
                write!(f, "Special rule {rule} is in play: {}.", rule.name())
            }
            Event::FinalTileInPlay { tile } => {
                write!(f, "The final scoring counts {} ({tile}).", tile.name())
            }
            Event::FlagsPlaced { cities } => {
                let cities = cities.map(City::name).join(", ");
                write!(f, "The Maharaja means to visit {cities}, in this order.")
            }
            Event::RewardsPlaced { rewards } => {
                let names: Vec<&str> = rewards.iter().map(|reward| reward.name()).collect();
                write!(f, "The rewards, from the bottom: {}.", names.join(", "))
            }
            Event::CharactersLaid { characters } => {
                let numbers: Vec<String> = characters.iter().map(ToString::to_string).collect();
                write!(f, "Characters {} can be chosen.", numbers.join(", "))
            }
            Event::StartPlayerDrawn { seat } => write!(f, "{} chooses first.", Colour(seat)),
            Event::CharacterTaken { seat, character } => {
                write!(
                    f,
                    "{} takes character {character} ({}).",
                    Colour(seat),
                    character.ability()
                )
            }
            Event::CharacterDealt { character } => {
                write!(
                    f,
                    "Character {character} ({}) joins the row.",
                    character.ability()
                )
            }
            Event::CharacterLeft { character } => {
                write!(f, "Character {character} leaves the game.")
            }
            Event::SetupTileShown { tile } => {
                write!(f, "Brahmabot's set-up tile is {tile}, {}.", tile.name())
            }
            Event::RoundBegan { round, city } => {
                write!(
                    f,
                    "Round {round} begins; the Maharaja visits {}.",
                    city.name()
                )
            }
            Event::RowLaid { left, middle } => {
                write!(
                    f,
                    "Brahmabot lays out {left}, {middle} and a tile face down."
                )
            }
            Event::Planned {
                seat,
                plan: Some(plan),
            } => write!(f, "{} plans actions {plan}.", Colour(seat)),
            Event::Planned { seat, plan: None } => write!(f, "{} has planned.", Colour(seat)),
            Event::TurnBegan { seat, plan } => {
                let [first, second] = plan.actions().map(WheelAction::name);
                write!(f, "{} shows the plan: {first}, and {second}.", Colour(seat))
            }
            Event::Travelled {
                seat,
                from,
                to,
                route,
                tolls,
            } => {
                write!(
                    f,
                    "{} travels from {} to {} by {route}",
                    Colour(seat),
                    from.name(),
                    to.name()
                )?;
                for (owner, &coins) in tolls.iter().filter(|(_, coins)| **coins > 0) {
                    write!(f, ", {} to {}", Count(coins as i16, "coin"), Colour(owner))?;
                }
                f.write_str(".")
            }
            Event::ActionStarted { seat, action } => {
                write!(
                    f,
                    "{} starts action {action}: {}.",
                    Colour(seat),
                    action.name()
                )
            }
            Event::MarkerUsed { seat, action } => {
                write!(
                    f,
                    "{} uses an action marker for action {action}: {}.",
                    Colour(seat),
                    action.name()
                )
            }
            Event::StatueBuilt {
                seat,
                city,
                field,
                price,
            } => write!(
                f,
                "{} builds a statue on field {field} of {} for {}.",
                Colour(seat),
                city.name(),
                Count(price as i16, "coin")
            ),
            Event::ShrineBuilt {
                seat,
                site,
                price: 0,
            } => {
                write!(f, "{} builds a shrine in {}.", Colour(seat), Place(site))
            }
            Event::ShrineBuilt { seat, site, price } => {
                write!(
                    f,
                    "{} builds a shrine in {} for {}.",
                    Colour(seat),
                    Place(site),
                    Count(price as i16, "coin")
                )
            }
            Event::CoinsTaken { seat, coins } => {
                write!(f, "{} takes {}.", Colour(seat), Count(coins as i16, "coin"))
            }
            Event::CoinsPaid { seat, coins } => {
                write!(f, "{} pays {}.", Colour(seat), Count(coins as i16, "coin"))
            }
            Event::ShrinesTaken { seat, shrines } => {
                write!(
                    f,
                    "{} takes {} from the supply.",
                    Colour(seat),
                    Count(shrines.into(), "shrine")
                )
            }
            Event::MarkersTaken { seat, markers } => {
                write!(
                    f,
                    "{} takes {}.",
                    Colour(seat),
                    Count(markers.into(), "action marker")
                )
            }
            Event::Prestige {
                seat,
                points,
                source,
            } if points < 0 => {
                write!(f, "{} loses {} prestige ({source}).", Colour(seat), -points)
            }
            Event::Prestige {
                seat,
                points,
                source,
            } => {
                write!(f, "{} gains {points} prestige ({source}).", Colour(seat))
            }
            Event::FlagShifted {
                seat,
                city,
                from,
                to,
            } => {
                write!(
                    f,
                    "{} shifts the flag of {} from {from} to {to}.",
                    Colour(seat),
                    city.name()
                )
            }
            Event::Swapped {
                seat,
                returned,
                character,
                victim: None,
            } => {
                write!(
                    f,
                    "{} swaps character {returned} for {character}.",
                    Colour(seat)
                )
            }
            Event::Swapped {
                seat,
                returned,
                character,
                victim: Some(victim),
            } => {
                write!(
                    f,
                    "{} swaps character {returned} for {character} of {}.",
                    Colour(seat),
                    Colour(victim)
                )
            }
            Event::AbilityUsed { seat, character } => {
                write!(
                    f,
                    "{} uses ability {character}: {}.",
                    Colour(seat),
                    character.ability()
                )
            }
            Event::ActionClosed { seat, action } => {
                write!(f, "{} closes action {action}.", Colour(seat))
            }
            Event::TurnEnded { seat } => write!(f, "{} ends the turn.", Colour(seat)),
            Event::Ranked {
                seat,
                city,
                rank,
                worship,
                ..
            } => {
                write!(
                    f,
                    "{} is number {rank} in {} with {worship} worship.",
                    Colour(seat),
                    city.name()
                )
            }
            Event::Unranked { seat, city } => {
                write!(f, "{} has no worship in {}.", Colour(seat), city.name())
            }
            Event::RewardTaken {
                seat,
                reward,
                position,
            } => {
                write!(
                    f,
                    "{} takes the reward on {position}: {}.",
                    Colour(seat),
                    reward.name()
                )
            }
            Event::RewardRemoved { reward } => {
                write!(f, "The reward of {} leaves the game.", reward.name())
            }
            Event::NoEffect { seat, reward } => {
                write!(
                    f,
                    "The reward of {} has no effect for {}.",
                    reward.name(),
                    Colour(seat)
                )
            }
            Event::Declined { seat, reward } => {
                write!(f, "{} declines {}.", Colour(seat), reward.name())
            }
            Event::MaharaniPlaced { seat, character } => {
                write!(
                    f,
                    "{} puts a Maharani marker on character {character}.",
                    Colour(seat)
                )
            }
            Event::MaharaniReturned { seat, character } => {
                write!(
                    f,
                    "The Maharani marker of {} returns from character {character}.",
                    Colour(seat)
                )
            }
            Event::RoundEnded { round } => write!(f, "Round {round} ends."),
            Event::BrahmabotDrew { drawn, slot, tile } => {
                write!(
                    f,
                    "Brahmabot draws {drawn}, which names the {slot} tile: {tile}."
                )
            }
            Event::BrahmabotAims { action, city, aim } => {
                let what = if action == BotAction::ShrineMaharaja {
                    "a shrine"
                } else {
                    "a statue"
                };
                write!(
                    f,
                    "Brahmabot wants {what} in {} ({action}): {aim}.",
                    city.name()
                )
            }
            Event::BrahmabotCannot { hindrance } => {
                write!(f, "Brahmabot cannot build: {hindrance}.")
            }
            Event::ShrineMoved { from, site } => {
                write!(
                    f,
                    "Brahmabot moves a shrine from {} to {}.",
                    from.name(),
                    Place(site)
                )
            }
            Event::BrahmabotTravelled { to, route, .. } if route.is_empty() => {
                write!(f, "Brahmabot's priest stays in {}.", to.name())
            }
            Event::BrahmabotTravelled {
                from,
                to,
                route,
                new_shrines,
                player_shrines,
            } => write!(
                f,
                "Brahmabot's priest travels from {} to {} by {route}, the way with fewest new shrines ({new_shrines}) and then fewest \
                 of yours ({player_shrines}).",
                from.name(),
                to.name(),
            ),
            Event::FinalScoring {
                seat,
                statues,
                coins,
                majorities,
                tile,
            } => write!(
                f,
                "{} scores {statues} for statues, {coins} for coins, {majorities} for majorities and {tile} for the final tile.",
                Colour(seat)
            ),
            Event::GameOver { draw: true, .. } => {
                f.write_str("The game is over; it is a draw between Red and Brahmabot.")
            }
            Event::GameOver { winners, .. } if winners.is_empty() => {
                f.write_str("The game is over; Brahmabot wins.")
            }
            Event::GameOver { winners, .. } => {
                f.write_str("The game is over; the victory goes to")?;
                for (number, seat) in winners.iter().enumerate() {
                    write!(
                        f,
                        "{}{}",
                        if number > 0 { " and " } else { " " },
                        Colour(seat)
                    )?;
                }
                f.write_str(".")
            }
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aim::Maharaja => f.write_str("the Maharaja is there"),
            Aim::LeftmostFlag => f.write_str("its flag is the leftmost"),
            Aim::FreeCentre => f.write_str("it is the first from the left with a free centre"),
            Aim::CloseSecond { difference } => write!(f, "he is second there by {difference}"),
        }
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hindrance::NoStatue => "no statue is left",
            Hindrance::NoField => "no field is free",
            Hindrance::NoShrine => "no shrine can be had",
        })
    }
}
