//! What exactly is missing for an action.

use crate::boards::because;
use crate::boards::scene::Scene;
use amritsar::components::*;
use amritsar::{Action, Amritsar, ElephantAction, Open, Pending, rules};
use kit::{Id, Key, Seat};
use leptos::prelude::With as _;
use std::fmt::Display;

impl Scene<Amritsar> {
    /// Returns why an action is not possible: what exactly is missing, or else the rule.
    pub fn missing(self, action: Action) -> Option<String> {
        let rule = self.broken(action)?;
        let open = self.view.with(|view| view.as_ref().map(|view| view.open))?;
        let seat = self.me()?;
        let player = &open.players[seat];
        let coins = player.items.count(Item::Coin);
        let dear = |price| Some(self.costs(Items::coins(price), Items::coins(coins)));
        let said = match action {
            Action::Step(steps) if rule == rules::STEPS_COST_COINS => dear(steps.coins()),
            Action::Land { section, .. }
                if [rules::SKIPS_COST_COINS, rules::NAME_FREE_SKIP].contains(&rule) =>
            {
                dear(
                    skips(&open, section)?.saturating_sub(player.owns(Storehouse::FreeSkip).into()),
                )
            }
            Action::Buy(resource) if rule == rules::BUY_COSTS => {
                dear(open.price_for(seat, resource))
            }
            Action::Sell(resource) if rule == rules::NOTHING_TO_SELL => {
                Some(self.lacks(Items::of(resource, 1), Items::NONE))
            }
            Action::Upgrade { upgrade, .. } => match rule {
                rules::UPGRADE_COSTS => {
                    Some(self.lacks(Items::of(upgrade.kind().cost(), 1), Items::NONE))
                }
                rules::PAYMENT_CHOICE => Some(self.phrase("board-why-no-resource", &[])),
                rules::UPGRADE_SPACE => Some(self.no_space(upgrade.kind())),
                _ => None,
            },
            Action::Donate(space) if rule == rules::DONATION_COSTS => {
                Some(self.donation_costs(space.level(), player.items))
            }
            Action::Second(tile) if rule == rules::COLOUR_DIFFERS => {
                let Some(Pending::Actions(menu)) = open.stack.first() else {
                    return None;
                };
                let values: [(&str, &dyn Display); 2] = [
                    ("needed", &tile.colour().id()),
                    ("colour", &menu.worker.id()),
                ];
                Some(self.phrase("board-why-colour", &values))
            }
            Action::Elephant(_) if rule == rules::ELEPHANT_ELSEWHERE => {
                let district = self.called(player.elephant?);
                Some(self.phrase("board-why-elephant", &[("district", &district)]))
            }
            Action::Advance(_) if rule == rules::TRACK_GIVEN => match open.stack.last() {
                Some(Pending::Knowledge(knowledge)) => {
                    Some(self.phrase("board-why-track", &[("track", &knowledge.due?.id())]))
                }
                _ => None,
            },
            _ if rule == rules::NOT_PERFORMABLE => {
                self.not_performable(&open, seat, effect(action)?)
            }
            _ => None,
        };
        because(rule, said.or_else(|| self.why_not(action)))
    }

    /// Returns why an effect cannot be carried out.
    fn not_performable(self, open: &Open, seat: Seat, effect: Effect) -> Option<String> {
        let player = &open.players[seat];
        Some(match effect {
            Effect::Market => {
                let cheapest = Resource::all().map(|resource| open.price_for(seat, resource));
                let price = self.items(Items::coins(cheapest.min()?));
                let coins = self.having(Items::coins(player.items.count(Item::Coin)));
                self.phrase("board-why-market", &[("price", &price), ("have", &coins)])
            }
            Effect::MahoutAction => self.phrase("board-why-mahouts", &[]),
            Effect::Donation if player.counters_elephant == 0 => {
                self.phrase("rule-no-counter", &[])
            }
            Effect::Donation => {
                let (set, district) = (open.donation_set(), player.elephant?);
                let tile = &open.donations[district];
                let mut levels = Space::all()
                    .filter(|&space| {
                        tile.counters[space].is_none() && tile.is_open(set, district, space)
                    })
                    .map(Space::level);
                let lowest = levels.next()?;
                self.donation_costs(lowest, player.items)
            }
            Effect::Upgrade(kinds) => {
                let kinds = UpgradeKind::all().filter(|&kind| kinds.allows(kind));
                let said = kinds.map(|kind| {
                    let has_room = match kind {
                        UpgradeKind::Storehouse => {
                            player.storehouses.len() < STOREHOUSE_SPACES.into()
                        }
                        UpgradeKind::Objective => {
                            player.objectives_played.len() < ObjectiveSpace::COUNT as u32
                        }
                        UpgradeKind::Mahout => {
                            Colour::all().any(|colour| player.mahouts[colour].is_none())
                        }
                    };
                    match has_room {
                        true if player.owns(Storehouse::UpgradeAnyResource) => {
                            self.phrase("board-why-no-resource", &[])
                        }
                        true => {
                            let name =
                                self.phrase("board-ask-upgrade-kind", &[("kind", &kind.id())]);
                            let values: [(&str, &dyn Display); 3] = [
                                ("kind", &self.sentence(&name)),
                                ("cost", &self.items(Items::of(kind.cost(), 1))),
                                ("have", &self.having(Items::NONE)),
                            ];
                            self.phrase("board-why-upgrade-of", &values)
                        }
                        false => self.no_space(kind),
                    }
                });
                let mut said: Vec<String> = said.collect();
                said.dedup();
                said.join("\n")
            }
            _ => return None,
        })
    }

    /// Returns what an upgrade needs, while no upgrade is being chosen.
    pub fn upgrade_needs(self, kind: UpgradeKind) -> Option<String> {
        let items = self
            .view
            .with(|view| Some(view.as_ref()?.open.players[self.me()?].items))?;
        let cost = Items::of(kind.cost(), 1);
        let have = self.having(Items::of(kind.cost(), items.count(kind.cost())));
        Some(self.phrase(
            "board-why-upgrade",
            &[("cost", &self.items(cost)), ("have", &have)],
        ))
    }

    fn donation_costs(self, level: Level, have: Items) -> String {
        let cost = level.cost();
        let cost = Resource::all().map(|resource| Items::of(resource, cost[resource]));
        let cost = cost.fold(Items::NONE, |mut sum, items| {
            sum.add_all(items);
            sum
        });
        let mut resources = have;
        resources.remove(Item::Coin, have.count(Item::Coin));
        let values: [(&str, &dyn Display); 3] = [
            ("level", &(level.index() + 1)),
            ("cost", &self.items(cost)),
            ("have", &self.having(resources)),
        ];
        self.phrase("board-why-donation", &values)
    }

    fn no_space(self, kind: UpgradeKind) -> String {
        self.phrase("board-why-no-space", &[("kind", &kind.id())])
    }

    /// `It costs 5 coins; you have 3 coins.`
    fn costs(self, price: Items, have: Items) -> String {
        let (price, have) = (self.items(price), self.having(have));
        self.phrase("board-why-costs", &[("price", &price), ("have", &have)])
    }

    /// `It needs 1 marble; you have none.`
    fn lacks(self, needed: Items, have: Items) -> String {
        let (needed, have) = (self.items(needed), self.having(have));
        self.phrase("board-why-needs", &[("needed", &needed), ("have", &have)])
    }

    fn having(self, items: Items) -> String {
        match items.is_empty() {
            true => self.phrase("board-why-none", &[]),
            false => self.items(items),
        }
    }
}

/// Returns the effect that an action would have.
fn effect(action: Action) -> Option<Effect> {
    Some(match action {
        Action::Main(tile) | Action::Elephant(ElephantAction::Tile(tile)) => tile.main().effect(),
        Action::Second(tile) => tile.secondary().effect(),
        Action::Use(mahout) | Action::Elephant(ElephantAction::Mahout(mahout)) => mahout.effect(),
        _ => return None,
    })
}

/// Returns the number of sections with room that the last worker would skip to land there.
fn skips(open: &Open, section: Section) -> Option<u8> {
    let Some(Pending::Sow(sowing)) = open.stack.first() else {
        return None;
    };
    let way = std::iter::successors(Some(sowing.last.next()), |at| Some(at.next()));
    let skipped = way.take(Section::COUNT).take_while(|&at| at != section);
    Some(skipped.filter(|&at| !open.ring[at].is_full()).count() as u8)
}
