//! The tables in the rules of the games: their numbers come from the components, and are written nowhere else.
//!
//! `TABLES=write cargo test -p words tables` writes the files `words/tables` of the games anew, after a change of components.

use kit::{Id, Key};
use std::fmt::{Display, Write as _};
use std::path::PathBuf;

/// The file `words/tables` of a game.
#[derive(Default)]
struct Tables(String);

impl Tables {
    /// Adds a table. In its cells, `{rice}` is a text of the game and `@tm-rice` a picture.
    fn add<const N: usize>(&mut self, name: &str, rows: impl IntoIterator<Item = [String; N]>) {
        let _ = writeln!(self.0, "[{name}]");
        for row in rows {
            let _ = writeln!(self.0, "{}", row.join(" | "));
        }
        self.0.push('\n');
    }

    #[track_caller]
    fn check(self, game: &str) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let path = folder.join(game).join("words/tables");
        if std::env::var("TABLES").is_ok_and(|wish| wish == "write") {
            std::fs::write(&path, &self.0).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == self.0,
            "{} differs from the components; TABLES=write cargo test -p words tables",
            path.display()
        );
    }
}

fn called(thing: impl Id) -> String {
    format!("{{{}}}", thing.id())
}

/// `2 × @am-marble {marble}`.
fn times(count: impl Display, thing: &str) -> String {
    match count.to_string().as_str() {
        "1" => thing.to_owned(),
        count => format!("{count} × {thing}"),
    }
}

fn listed(things: impl IntoIterator<Item = String>) -> String {
    things.into_iter().collect::<Vec<_>>().join(", ")
}

fn scale(steps: impl IntoIterator<Item = impl Display>) -> String {
    let steps = steps.into_iter().map(|step| step.to_string());
    steps.collect::<Vec<_>>().join(" / ")
}

#[test]
fn the_tables_of_taj_mahal_show_its_components() {
    use taj_mahal::components::*;
    let symbol = |symbol: Symbol| format!("@tm-{symbol} {{{symbol}}}");
    let both = |card: Card| listed(card.symbols().map(symbol));
    let red = COLOURED[Colour::Red].iter();
    let with_elephant = red.filter(|card| card.symbols().any(|symbol| symbol == Symbol::Elephant));
    let mut tables = Tables::default();
    tables.add(
        "elephants",
        with_elephant.map(|card| [both(card), card.copies().to_string()]),
    );
    tables.add(
        "pairs",
        Colour::all().map(|colour| {
            let pairs = COLOURED[colour].iter();
            let pairs = pairs.filter(|card| card.symbols().all(|it| it != Symbol::Elephant));
            let pair = |card: Card| {
                let pictures = card.symbols().map(|symbol| format!("@tm-{symbol}"));
                let names = card.symbols().map(called).collect::<Vec<_>>().join(" + ");
                format!("{} {names}", pictures.collect::<Vec<_>>().join(" "))
            };
            [
                format!("@tm-suit-{colour} {}", called(colour)),
                pairs.map(pair).collect::<Vec<_>>().join("; "),
            ]
        }),
    );
    tables.add(
        "white",
        WHITE
            .iter()
            .map(|card| [both(card), card.copies().to_string()]),
    );
    tables.add(
        "goods",
        Tile::all().map(|tile| {
            let good = |good: &Good| format!("@tm-{good} {}", called(*good));
            [
                tile.number().to_string(),
                listed(tile.goods().iter().map(good)),
            ]
        }),
    );
    tables.add(
        "bonus",
        Bonus::all().map(|bonus| {
            let picture = match bonus.gain() {
                Gain::Good(good) => format!("@tm-{good} "),
                Gain::Card => "@tm-card-1 ".to_owned(),
                Gain::Points(_) if bonus == Bonus::TajMahal => "@tm-taj ".to_owned(),
                Gain::Points(_) => String::new(),
            };
            [picture + &called(bonus), BONUS_TILES[bonus].to_string()]
        }),
    );
    tables.add(
        "display",
        (2..=5).map(|players: u8| {
            let shown = display_size(players.max(3));
            let dealt = usize::from(players * HAND_SIZE + shown);
            [
                players.to_string(),
                shown.to_string(),
                (DECK - dealt).to_string(),
            ]
        }),
    );
    tables.add(
        "special",
        Marker::all().map(|marker| {
            let special = marker.special();
            [
                format!("@tm-{marker} {}", called(marker)),
                called(special),
                format!("{{board-{special}}}"),
            ]
        }),
    );
    tables.check("taj-mahal");
}

#[test]
fn the_tables_of_maharaja_show_its_components() {
    use maharaja::components::*;
    let mut tables = Tables::default();
    tables.add(
        "players",
        (1..=4).map(|players| {
            let figures = table(players);
            let characters = match players {
                1 => Character::COUNT,
                _ => usize::from(players) + DISPLAY,
            };
            [
                players.to_string(),
                characters.to_string(),
                figures.village_spaces.to_string(),
                figures.selectable_rewards.to_string(),
                scale(figures.coins_by_rank),
            ]
        }),
    );
    tables.add(
        "actions",
        WheelAction::all().map(|action| [action.to_string(), format!("{{about-action-{action}}}")]),
    );
    tables.add("prices", {
        let saving = |price: u16, saved: u16| (price - saved).to_string();
        let places = |saved| {
            [
                saving(STATUE_PRICE_MAHARAJA, saved),
                saving(STATUE_PRICE_ELSEWHERE, saved),
                saving(STATUE_PRICE_NO_REBATE, saved),
            ]
        };
        let both = CHEAP_STATUES_SAVING + DISCOUNT;
        let rows = [
            ("{table-full}", 0),
            ("{action-1}", DISCOUNT),
            ("{character-15}", CHEAP_STATUES_SAVING),
            ("{character-15} + {action-1}", both),
        ];
        rows.map(|(name, saved)| {
            let [here, there, dear] = places(saved);
            [name.to_owned(), here, there, dear]
        })
    });
    tables.add(
        "characters",
        Character::all().map(|character| {
            let timing = match character.timing() {
                Timing::Never => String::new(),
                timing => format!(" {{board-timing-{}}}", format!("{timing:?}").to_lowercase()),
            };
            [
                character.to_string(),
                format!("{{about-character-{character}}}{timing}"),
            ]
        }),
    );
    tables.add(
        "rewards",
        Reward::all().map(|reward| [format!("{{about-reward-{reward}}}")]),
    );
    tables.add(
        "fields",
        City::all().map(|city| {
            let bonus = |field| match city.bonus(field) {
                Some(Bonus::ActionMarkers(count)) => times(count, "@mr-marker {table-marker}"),
                Some(Bonus::Coins(count)) => times(count, "@mr-coin {table-coin}"),
                Some(Bonus::Prestige(count)) => {
                    format!("@mr-prestige {count} {{table-prestige}}")
                }
                Some(Bonus::Shrines(count)) => times(count, "@mr-shrine {table-shrine}"),
                None => String::new(),
            };
            [called(city), bonus(Field::Top), bonus(Field::Bottom)]
        }),
    );
    tables.add(
        "roads",
        Road::all().map(|road| {
            let villages = road.villages().iter().map(|village| called(*village));
            [called(road), listed(villages)]
        }),
    );
    tables.add(
        "special-rules",
        SpecialRule::all().map(|rule| [format!("{{option-rules-{rule}}}")]),
    );
    tables.add(
        "final-tiles",
        FinalTile::all().map(|tile| [format!("{{option-final-{tile}}}")]),
    );
    tables.add(
        "levels",
        Level::all().map(|level| {
            let (coins, prestige) = level.start();
            let shrines = SetupTile::North.villages(level).count();
            [
                called(level),
                coins.to_string(),
                prestige.to_string(),
                shrines.to_string(),
            ]
        }),
    );
    tables.add(
        "set-up",
        SetupTile::all().map(|tile| {
            let villages = |level| tile.villages(level).map(called);
            let (easy, normal) = (Level::Easy, Level::Normal);
            let more = |from: Level, to| listed(villages(to).skip(villages(from).count()));
            [
                called(tile),
                listed(villages(easy)),
                more(easy, normal),
                more(normal, Level::Hard),
            ]
        }),
    );
    tables.add(
        "bot-tiles",
        BotTile::all().map(|tile| {
            let main = match tile.main() {
                [one, ..] => times(tile.main().len(), &called(*one)),
                [] => String::new(),
            };
            let target = match tile.target() {
                Target::Maharaja => "{board-target-maharaja}".to_owned(),
                Target::City(city) => called(city),
            };
            [main, target, format!("{{slot-{}}}", tile.tick())]
        }),
    );
    tables.check("maharaja");
}

#[test]
fn the_tables_of_amritsar_show_its_components() {
    use amritsar::components::*;
    let of = |count: u8, it: Resource| times(count, &format!("@am-{it} {}", called(it)));
    let prestige = |count: u8| format!("@am-pp {count} {{table-pp}}");
    let counter = "@am-counter {table-counter}";
    let mut tables = Tables::default();
    tables.add(
        "players",
        (1..=4).map(|players| {
            let spaces = Space::all().filter(|space| {
                DonationSet::of(players)
                    .prestige(District::North, *space)
                    .is_some()
            });
            let revealed = Storehouse::revealed(players);
            [
                players.to_string(),
                revealed.to_string(),
                spaces.count().to_string(),
            ]
        }),
    );
    tables.add(
        "tiles",
        DistrictTile::all().map(|tile| {
            let colour = tile.colour();
            [
                format!("@am-worker-{colour} {}", called(colour)),
                format!("{{main-{tile}}}"),
                format!("{{second-{tile}}}"),
            ]
        }),
    );
    tables.add(
        "levels",
        Level::all().map(|level| {
            let cost = level.cost();
            let cost = Resource::all().filter(|resource| cost[*resource] > 0);
            let cost = cost.map(|resource| of(level.cost()[resource], resource));
            [level.to_string(), cost.collect::<Vec<_>>().join(" + ")]
        }),
    );
    for set in DonationSet::all() {
        tables.add(
            &format!("donations-{set}"),
            District::all().map(|district| {
                let on = |level| {
                    let spaces = Space::all().filter(move |space| space.level() == level);
                    let printed = spaces.filter_map(|space| set.prestige(district, space));
                    printed
                        .map(|points| points.to_string())
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                let [one, two, three, four] = [Level::One, Level::Two, Level::Three, Level::Four];
                [called(district), on(one), on(two), on(three), on(four)]
            }),
        );
    }
    tables.add(
        "temple",
        TempleTile::all()
            .map(|tile| District::ALL.map(|district| tile.prestige(district).to_string())),
    );
    tables.add("bridge", BridgeTile::all().map(|tile| [called(tile)]));
    tables.add(
        "mahouts",
        Mahout::all().map(|mahout| [called(mahout), mahout.tax().to_string()]),
    );
    tables.add(
        "storehouses",
        Storehouse::all().map(|tile| {
            [
                called(tile),
                tile.spaces().to_string(),
                tile.tax().to_string(),
            ]
        }),
    );
    for kind in ObjectiveType::all() {
        tables.add(
            &format!("objectives-{}", kind.id().to_lowercase()),
            Objective::of(kind).map(|objective| {
                let points = match objective.goal() {
                    Goal::MajorityIn(_) | Goal::MostCoins | Goal::MostResources => {
                        scale(OBJECTIVE_RANKS)
                    }
                    Goal::BothTracks(_, points)
                    | Goal::LastStep(_, points)
                    | Goal::AtLeast(_, _, points) => points.to_string(),
                    Goal::EachIn(_, points) => format!("{points} / @am-counter {{table-counter}}"),
                    Goal::Districts(points) | Goal::Levels(points) | Goal::Scale(_, points) => {
                        scale(points)
                    }
                };
                [objective.to_string(), called(objective), points]
            }),
        );
    }
    tables.add(
        "market",
        (1..=MARKET_ROWS).map(|row| {
            let [marble, copper, gold] =
                Resource::ALL.map(|it| market_prestige(it, row).to_string());
            [
                row.to_string(),
                market_price(row).to_string(),
                marble,
                copper,
                gold,
            ]
        }),
    );
    tables.add(
        "maharajah-rows",
        (0..maharajah::BOARD_COUNTERS / maharajah::ROW).map(|row| {
            let gift = match maharajah::row_gift(row) {
                maharajah::Gift::Prestige(points) => prestige(points),
                maharajah::Gift::Gold => of(1, Resource::Gold),
                maharajah::Gift::GoldAndPrestige(points) => {
                    format!("{} + {}", of(1, Resource::Gold), prestige(points))
                }
                other => panic!("{other:?}"),
            };
            [(row + 1).to_string(), maharajah::ROW.to_string(), gift]
        }),
    );
    tables.add(
        "maharajah-quarry",
        Resource::all().map(|resource| [of(maharajah::QUARRY[resource], resource)]),
    );
    tables.add(
        "maharajah-white",
        (1..=maharajah::LAST_MARKER).map(|space| {
            let gift = match maharajah::marker_gift(space) {
                maharajah::Gift::Prestige(points) => prestige(points),
                maharajah::Gift::Marble(count) => of(count, Resource::Marble),
                maharajah::Gift::Counter => counter.to_owned(),
                maharajah::Gift::MarbleAndCounter => {
                    format!("{} + {counter}", of(1, Resource::Marble))
                }
                other => panic!("{other:?}"),
            };
            [space.to_string(), gift]
        }),
    );
    tables.add(
        "maharajah-blue",
        Decade::all().map(|decade| {
            let [one, two] = maharajah::blue_action(decade);
            let taken = match one == two {
                true => of(2, one),
                false => format!("{} + {}", of(1, one), of(1, two)),
            };
            [called(decade), taken]
        }),
    );
    tables.check("amritsar");
}
