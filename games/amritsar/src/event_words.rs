//! What happens, in words.

use crate::action::ElephantAction;
use crate::board::{Workers, head_count};
use crate::components::*;
use crate::event::{Event, Installed};
use kit::SeatSet;
use std::fmt;

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::StartPlayerDrawn { seat } => write!(f, "Seat {seat} begins every round."),
            Event::MaharajahSetUp {
                elephant,
                objective,
            } => write!(
                f,
                "The Maharajah's elephant is in the {elephant}, and his objective is {objective}."
            ),
            Event::ObjectiveChosen {
                seat,
                objective: Some(objective),
            } => write!(f, "Seat {seat} begins with objective {objective}."),
            Event::ObjectiveChosen {
                seat,
                objective: None,
            } => write!(f, "Seat {seat} begins with a secret objective."),
            Event::MahoutChosen { seat, colour } => {
                write!(f, "Seat {seat} puts the starting mahout on {colour}.")
            }
            Event::TurnBegan {
                seat,
                decade,
                round,
            } => write!(
                f,
                "Decade {decade}, round {round}: it is the turn of seat {seat}."
            ),
            Event::ElephantPlaced { seat, to } => {
                write!(f, "Seat {seat} puts the elephant in the {to}.")
            }
            Event::ElephantWalked { seat, to, coins: 0 } => {
                write!(f, "Seat {seat} walks the elephant to the {to}.")
            }
            Event::ElephantWalked { seat, to, coins } => write!(
                f,
                "Seat {seat} walks the elephant to the {to} for {}.",
                Count(coins, "coin")
            ),
            Event::ElephantMovedFreely { seat, to, by } => {
                write!(
                    f,
                    "Seat {seat} spends the {by} to move the elephant to the {to}."
                )
            }
            Event::Lifted {
                seat,
                section,
                workers,
            } => write!(f, "Seat {seat} lifts {} from {section}.", Group(workers)),
            Event::Dropped {
                seat,
                colour,
                section,
            } => write!(f, "Seat {seat} leaves a {colour} worker in {section}."),
            Event::Skipped {
                seat,
                section,
                coins: 0,
            } => write!(f, "Seat {seat} skips {section} for free."),
            Event::Skipped {
                seat,
                section,
                coins,
            } => write!(
                f,
                "Seat {seat} leaves {} in {section} to skip it.",
                Count(coins, "coin")
            ),
            Event::Landed {
                seat,
                worker,
                section,
            } => write!(
                f,
                "The active worker of seat {seat} is the {worker} one in {section}."
            ),
            Event::UsedMain { seat, tile } => {
                write!(
                    f,
                    "Seat {seat} uses the main action of {tile}: {}.",
                    tile.main()
                )
            }
            Event::UsedSecond { seat, tile } => write!(
                f,
                "Seat {seat} uses the secondary action of {tile}: {}.",
                tile.secondary()
            ),
            Event::UsedElephant {
                seat,
                action: ElephantAction::Tile(tile),
            } => write!(
                f,
                "The elephant of seat {seat} uses {tile}: {}.",
                tile.main()
            ),
            Event::UsedElephant {
                seat,
                action: ElephantAction::Mahout(mahout),
            } => write!(
                f,
                "The elephant of seat {seat} uses the mahout tile {mahout}."
            ),
            Event::UsedMahout { seat, mahout } => {
                write!(f, "Seat {seat} uses the mahout tile {mahout}.")
            }
            Event::NotPerformed { seat } => write!(f, "Seat {seat} does without the action."),
            Event::Gained { seat, items } => write!(f, "Seat {seat} gains {}.", Goods(items)),
            Event::Discarded { seat, item } => {
                write!(f, "Seat {seat} has no room and gives back 1 {item}.")
            }
            Event::Bought {
                seat,
                resource,
                price,
            } => write!(
                f,
                "Seat {seat} buys {resource} for {}.",
                Count(price, "coin")
            ),
            Event::Sold {
                seat,
                resource,
                price,
            } => write!(
                f,
                "Seat {seat} sells {resource} for {}.",
                Count(price, "coin")
            ),
            Event::Exchanged { seat, give, take } => {
                write!(f, "Seat {seat} exchanges {give} for {take}.")
            }
            Event::Upgraded {
                seat,
                installed,
                paid: Some(paid),
            } => write!(f, "Seat {seat} pays {paid} and adds {installed}."),
            Event::Upgraded {
                seat,
                installed,
                paid: None,
            } => write!(f, "Seat {seat} adds {installed} for free."),
            Event::Advanced { seat, track, step } => {
                write!(
                    f,
                    "Seat {seat} advances in {track} knowledge and is on step {step}."
                )
            }
            Event::MovementUnlocked { seat } => {
                write!(f, "Seat {seat} unlocks the second elephant move.")
            }
            Event::CounterLoaded { seat } => {
                write!(
                    f,
                    "Seat {seat} loads a counter from the market onto the elephant."
                )
            }
            Event::ElephantFull { side } => {
                write!(f, "{side} gets no counter, for the elephant is full.")
            }
            Event::Donated {
                side,
                district,
                space,
            } => write!(f, "{side} donates on {space} in the {district}."),
            Event::BridgePaid { seat, tile } => {
                write!(f, "The bridge tile {tile} rewards seat {seat}.")
            }
            Event::Scored {
                side,
                points,
                source,
            } => write!(f, "{side} gains {points} PP ({source})."),
            Event::Lost {
                seat,
                points,
                source,
            } => write!(f, "Seat {seat} loses {points} PP ({source})."),
            Event::Followed { seat, mahout } => {
                write!(f, "Seat {seat} follows with the mahout tile {mahout}.")
            }
            Event::Declined { seat } => write!(f, "Seat {seat} does not follow."),
            Event::TokenMoved { to } => write!(f, "The Maharajah moves on to {to}."),
            Event::DecadeEnded { decade } => write!(f, "Decade {decade} ends."),
            Event::DecadeBegan {
                decade,
                temple,
                bridge,
            } => write!(
                f,
                "Decade {decade} begins with {temple} and the bridge tile {bridge}."
            ),
            Event::WonMajority { side, district } => {
                write!(f, "{side} has the most counters in the {district}.")
            }
            Event::PaidTaxes { seat, due, paid } => {
                write!(
                    f,
                    "Seat {seat} pays {paid} of {} of tax.",
                    Count(due, "coin")
                )
            }
            Event::IncomePaid { seat, track } => {
                write!(f, "Seat {seat} has income from {track} knowledge.")
            }
            Event::MaharajahTurnBegan => f.write_str("It is the Maharajah's turn."),
            Event::MaharajahActed { colour } => {
                write!(f, "The Maharajah takes his {colour} action.")
            }
            Event::MaharajahTookCounter => f.write_str("The Maharajah takes a counter."),
            Event::MaharajahTookResource { resource } => {
                write!(f, "The Maharajah takes {resource} from his quarry.")
            }
            Event::MaharajahRemovedMarble => {
                f.write_str("The Maharajah removes a marble from the market.")
            }
            Event::MaharajahAdvanced { place } => {
                write!(
                    f,
                    "The Maharajah moves to space {place} of the white-worker track."
                )
            }
            Event::ObjectiveScored {
                side,
                objective,
                points,
            } => write!(f, "{side} scores {points} PP for objective {objective}."),
            Event::GameOver { winners } => write!(f, "The game is over. {}", Winners(winners)),
        }
    }
}

impl fmt::Display for Installed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Installed::Storehouse { tile } => write!(f, "the storehouse {tile}"),
            Installed::Objective {
                tile: Some(tile),
                space,
            } => write!(f, "objective {tile} on the space {space}"),
            Installed::Objective { tile: None, space } => {
                write!(f, "a secret objective on the space {space}")
            }
            Installed::Mahout { tile, colour } => write!(f, "the mahout tile {tile} on {colour}"),
        }
    }
}

/// "1 coin", "2 coins".
struct Count(u8, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count(count, noun) = *self;
        write!(f, "{count} {noun}{}", if count == 1 { "" } else { "s" })
    }
}

/// "2 coins and 1 marble".
struct Goods(Items);

impl fmt::Display for Goods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let present = self.0.0.iter().filter(|&(_, &count)| count > 0);
        for (place, (item, &count)) in present.enumerate() {
            f.write_str(if place == 0 { "" } else { " and " })?;
            match item {
                Item::Coin => Count(count, "coin").fmt(f)?,
                resource => write!(f, "{count} {resource}")?,
            }
        }
        Ok(())
    }
}

/// "1 yellow and 2 blue workers".
struct Group(Workers);

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let present = self.0.iter().filter(|&(_, &count)| count > 0);
        for (place, (colour, count)) in present.enumerate() {
            f.write_str(if place == 0 { "" } else { " and " })?;
            write!(f, "{count} {colour}")?;
        }
        let one = head_count(&self.0) == 1;
        f.write_str(if one { " worker" } else { " workers" })
    }
}

struct Winners(SeatSet);

impl fmt::Display for Winners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("The Maharajah wins.");
        }
        let seats: Vec<String> = self.0.iter().map(|seat| seat.to_string()).collect();
        match seats.as_slice() {
            [seat] => write!(f, "Seat {seat} wins."),
            several => write!(f, "Seats {} share the victory.", several.join(" and ")),
        }
    }
}
