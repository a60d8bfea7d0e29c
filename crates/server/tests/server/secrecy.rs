//! No byte differs when only hidden information differs: twin worlds on twin servers, for a seat, a spectator and a stranger.

use crate::house::{House, TestClock, bare_page};
use kit::{Eyes, Seat, SeatSet, Seed, below, dice};
use protocol::{Me, Update, Watch};
use serde_json::{Value, json};
use server::Config;
use server::notices::mail::Mailer;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::{AnyHistory, History, Playable};
use visitor::{Browser, Inbox, Live, Visitor};

/// The game that the next table of a server begins with.
type Next<G> = Arc<Mutex<Option<History<G>>>>;

/// One of two servers that differ in what is hidden and in nothing else.
struct World<G: Playable> {
    house: House,
    next: Next<G>,
    seats: Vec<Visitor>,
    viewers: Vec<Visitor>,
    table: String,
    commitment: String,
    streams: Vec<(Live, u64)>,
    first_told: Vec<String>,
    /// The public ids of those who sit.
    people: Vec<String>,
}

impl<G: Playable> World<G> {
    async fn open(players: u8) -> Self {
        World::with(players, |_| ()).await
    }

    /// The same with other settings.
    async fn with(players: u8, change: impl FnOnce(&mut Config)) -> Self {
        let next = Next::<G>::default();
        let begun = next.clone();
        let clock = TestClock::new().now();
        let house = House::with(|config| {
            config.now = clock;
            config.page = bare_page();
            config.limits.tables_per_person = u32::MAX;
            config.begin = Arc::new(move |_, _, _, _| {
                let table = begun.lock().unwrap().clone().unwrap();
                Ok(Box::new(table) as Box<dyn AnyHistory>)
            });
            change(config);
        });
        let house = house.await;
        let (mut seats, mut people) = (Vec::new(), Vec::new());
        for seat in 0..players {
            let mut guest = house.guest(&format!("Seat {seat}")).await;
            people.push(guest.get::<Me>("/api/me").await.unwrap().id);
            seats.push(guest);
        }
        let mut spectator = house.guest("Spectator").await;
        people.push(spectator.get::<Me>("/api/me").await.unwrap().id);
        let viewers = vec![spectator, house.stranger()];
        World {
            house,
            next,
            seats,
            viewers,
            table: String::new(),
            commitment: String::new(),
            streams: Vec::new(),
            first_told: Vec::new(),
            people,
        }
    }

    /// A new table that begins here.
    async fn begin(&mut self, game: &str, options: &Value, table: History<G>, eyes: Eyes) {
        *self.next.lock().unwrap() = Some(table);
        let owner = &mut self.seats[0];
        let wanted = json!({
            "game": game, "options": options, "seats": ["me"], "pace": {"live": {"seconds": 600, "increment": 5}},
        });
        self.table = owner.create(wanted).await.unwrap();
        for person in &mut self.seats[1..] {
            person.want(&self.table, "sit", json!({})).await.unwrap();
        }
        self.seats[0]
            .want(&self.table, "start", Value::Null)
            .await
            .unwrap();
        let update = self.seats[0].look(&self.table).await.unwrap();
        self.commitment = update.commitment.unwrap();
        self.streams.clear();
        for viewer in self.eyes(eyes) {
            let watch = Watch {
                since: Some(0),
                chat: Some(0),
                at_least: None,
            };
            let mut live = viewer.watch(&self.table, watch).await.unwrap();
            // Told before the next one comes, so that nobody is told of another's coming in one world only.
            let text = live.next_text().await.unwrap().unwrap();
            let update: Update = serde_json::from_str(&text).unwrap();
            self.first_told.push(self.plain(&text));
            self.streams.push((live, update.version));
        }
    }

    /// Everybody who has these eyes.
    fn eyes(&self, eyes: Eyes) -> Vec<Visitor> {
        match eyes {
            Eyes::Seat(seat) => vec![self.seats[usize::from(seat.number())].at(self.house.address)],
            Eyes::Public | Eyes::AllSeeing => self
                .viewers
                .iter()
                .map(|viewer| viewer.at(self.house.address))
                .collect(),
        }
    }

    /// What may differ because it names the world and nothing in it.
    fn plain(&self, text: &str) -> String {
        let text = text
            .replace(&self.table, "TABLE")
            .replace(&self.commitment, "COMMITMENT");
        let people = self.people.iter();
        people.fold(text, |text, person| text.replace(person, "PERSON"))
    }

    /// What these eyes are told, in every way in which they can ask.
    async fn all_told(&mut self, eyes: Eyes, known: u64, tries: &[String]) -> Vec<String> {
        let mut told = std::mem::take(&mut self.first_told);
        let mut streams = std::mem::take(&mut self.streams);
        for (live, version) in &mut streams {
            while *version < known {
                let text = live.next_text().await.unwrap().unwrap();
                let update: Update = serde_json::from_str(&text).unwrap();
                // That somebody came to watch is told sooner or later, with a version that is known.
                if update.version > *version {
                    told.push(self.plain(&text));
                    *version = update.version;
                }
            }
        }
        self.streams = streams;
        for mut viewer in self.eyes(eyes) {
            let table = format!("/api/tables/{}", self.table);
            for path in [
                table.clone(),
                format!("{table}?since=0&chat=0"),
                format!("{table}/record"),
                "/api/me/tables".to_owned(),
                "/api/tables".to_owned(),
                "/api/tables?free=true".to_owned(),
                format!("/api/people/{}", self.people[0]),
                format!("/api/people/{}/games", self.people[0]),
                "/api/me".to_owned(),
            ] {
                let reply = viewer.send("GET", &path, None).await.unwrap();
                let shown = match path.as_str() {
                    // Tables of earlier worlds are listed too; they have names of their own.
                    "/api/me/tables" => own_line(&reply.text(), &self.table),
                    _ => reply.text(),
                };
                told.push(self.plain(&format!("{path} {} {shown}", reply.status)));
            }
            for action in tries {
                let body = json!({"version": known, "action": action});
                let reply = viewer
                    .send("POST", &format!("{table}/moves"), Some(body))
                    .await
                    .unwrap();
                told.push(self.plain(&format!("{action} {} {}", reply.status, reply.text())));
            }
        }
        told
    }
}

fn own_line(json: &str, table: &str) -> String {
    let list: Value = serde_json::from_str(json).unwrap();
    let lines = list["tables"].as_array().cloned().unwrap_or_default();
    let own = lines.into_iter().find(|line| line["table"] == table);
    own.unwrap_or_default().to_string()
}

/// Says where two worlds differ, and how many answers were the same.
fn assert_same(one: &[String], other: &[String], context: &str) -> usize {
    assert_eq!(one.len(), other.len(), "{context}");
    for (one, other) in one.iter().zip(other) {
        let same = one
            .bytes()
            .zip(other.bytes())
            .take_while(|(one, other)| one == other)
            .count();
        let part = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(200)..])
                .chars()
                .take(400)
                .collect::<String>()
        };
        assert!(one == other, "{context}\n{}\n{}", part(one), part(other));
    }
    one.len()
}

fn texts<G: Playable>(game: &G, seat: Seat) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    legal.iter().map(G::Action::to_string).collect()
}

/// Actions of others, which these eyes may only know as impossible.
fn tries<G: Playable>(worlds: [&History<G>; 2], eyes: Eyes) -> Vec<String> {
    let Eyes::Seat(own) = eyes else {
        return vec!["withdraw".to_owned()];
    };
    let mut tries = vec!["dance".to_owned()];
    for table in worlds {
        let legal = texts(table.game(), own);
        for seat in Seat::first(table.game().seats()).filter(|&seat| seat != own) {
            let others = texts(table.game(), seat);
            let impossible = others.into_iter().filter(|text| !legal.contains(text));
            tries.extend(impossible.take(2));
        }
    }
    tries.dedup();
    tries
}

/// Plays a whole random game; from each of its points on, twins are played until something is revealed.
async fn no_byte_differs<G: Playable>(players: u8, options: Value, seed: &str) {
    let key = G::ABOUT.key;
    let given = table::options_from_json::<G>(options.clone()).unwrap();
    let mut dice = dice(Seed::from_text(seed));
    let mut game = G::new(&given, Seed::from_text(seed)).unwrap();
    let mut worlds = [
        World::<G>::open(players).await,
        World::<G>::open(players).await,
    ];
    let (mut compared, mut rounds) = (0, 0);
    let all_eyes = [
        Eyes::Public,
        Eyes::Seat(Seat::FIRST),
        Eyes::Seat(Seat::FIRST.after(players - 1, players)),
    ];
    while !game.deciders().is_empty() {
        let eyes = all_eyes[rounds % all_eyes.len()];
        rounds += 1;
        let twin = G::imagine(&game.view(eyes), &mut dice);
        let mut tables = [
            History::resume(game).unwrap(),
            History::resume(twin).unwrap(),
        ];
        for (world, table) in worlds.iter_mut().zip(&tables) {
            world.begin(key, &options, table.clone(), eyes).await;
        }
        let mut version = u64::from(players) + 1;
        loop {
            let tries = tries([&tables[0], &tables[1]], eyes);
            let [one, other] = &mut worlds;
            let one = one.all_told(eyes, version, &tries).await;
            let other = other.all_told(eyes, version, &tries).await;
            compared += assert_same(&one, &other, &format!("{key} {eyes:?}"));
            let Some((seat, action)) = common_action(&tables, &mut dice) else {
                break;
            };
            for world in &mut worlds {
                let table = world.table.clone();
                world.seats[usize::from(seat.number())]
                    .play(&table, version, &action)
                    .await
                    .unwrap();
            }
            version += 1;
            let mut revealed = false;
            for table in &mut tables {
                let events = table.play(seat, action.parse().unwrap()).unwrap();
                revealed |= events.iter().any(|event| G::reveals(event, eyes));
                revealed |= table.game().deciders().is_empty(); // The end shows the seed.
            }
            if revealed || version > 24 {
                break;
            }
        }
        game = tables[0].game().clone();
        play_some::<G>(&mut game, 3, &mut dice);
    }
    println!("{key}: {rounds} twins, {compared} answers compared");
    assert!(compared > 500, "{compared}");
}

/// Something that can be done in both worlds.
fn common_action<G: Playable>(
    tables: &[History<G>; 2],
    rng: &mut kit::Dice,
) -> Option<(Seat, String)> {
    let [one, other] = tables.each_ref().map(History::game);
    let both: SeatSet = one.deciders().and(other.deciders());
    let seats: Vec<Seat> = both.iter().collect();
    let seat = *seats.get(below(rng, seats.len() as u32) as usize)?;
    let possible = texts(other, seat);
    let common: Vec<String> = texts(one, seat)
        .into_iter()
        .filter(|text| possible.contains(text))
        .collect();
    let action = common.get(below(rng, common.len() as u32) as usize)?;
    Some((seat, action.clone()))
}

/// At least one random action, so that the game gets on.
fn play_some<G: Playable>(game: &mut G, most: u32, rng: &mut kit::Dice) {
    for _ in 0..=below(rng, most) {
        let Some(seat) = game.deciders().lowest() else {
            return;
        };
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let action = legal[below(rng, legal.len() as u32) as usize];
        game.apply(seat, action, &mut ()).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn taj_mahal_tells_nothing() {
    no_byte_differs::<taj_mahal::TajMahal>(3, json!({"players": 3}), "twins").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn amritsar_tells_nothing() {
    no_byte_differs::<amritsar::Amritsar>(2, json!({"players": 2}), "twins").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn maharaja_tells_nothing() {
    no_byte_differs::<maharaja::Maharaja>(3, json!({"players": 3}), "twins").await;
}

/// The same game in both worlds, but one secret choice differs: steps and records must not.
async fn a_secret_choice_is_not_told<G: Playable>(players: u8, options: Value) {
    let key = G::ABOUT.key;
    let given = table::options_from_json::<G>(options.clone()).unwrap();
    let mut dice = dice(Seed::from_text("secret choices"));
    let mut worlds = [
        World::<G>::open(players).await,
        World::<G>::open(players).await,
    ];
    let mut differed = 0;
    for round in 0..12 {
        let seed = Seed::from_text("the same").child(round);
        let eyes = [Eyes::Public, Eyes::Seat(Seat::FIRST)][round as usize % 2];
        let table = History::<G>::new(&given, seed).unwrap();
        let mut tables = [table.clone(), table];
        for (world, table) in worlds.iter_mut().zip(&tables) {
            world.begin(key, &options, table.clone(), eyes).await;
        }
        let first = u64::from(players) + 1;
        let mut different = false;
        for version in first..first + 30 {
            let [one, other] = &mut worlds;
            let one = one.all_told(eyes, version, &[]).await;
            let other = other.all_told(eyes, version, &[]).await;
            assert_same(&one, &other, &format!("{key} {eyes:?}"));
            let Some((seat, action)) = common_action(&tables, &mut dice) else {
                break;
            };
            let chosen: G::Action = action.parse().unwrap();
            let mut actions = [chosen, chosen];
            if let Some(other) = looks_the_same::<G>(tables[1].game(), seat, chosen, eyes) {
                actions[1] = other;
                different = true;
                differed += 1;
            }
            let mut revealed = false;
            for ((world, table), action) in worlds.iter_mut().zip(&mut tables).zip(actions) {
                let name = world.table.clone();
                let actor = &mut world.seats[usize::from(seat.number())];
                actor
                    .play(&name, version, &action.to_string())
                    .await
                    .unwrap();
                let events = table.play(seat, action).unwrap();
                revealed |= events.iter().any(|event| G::reveals(event, eyes));
            }
            if different && revealed {
                break;
            }
        }
    }
    println!("{key}: {differed} secret choices differed");
    assert!(differed > 5, "{differed}");
}

/// Another action that these eyes cannot tell from this one.
fn looks_the_same<G: Playable>(
    game: &G,
    seat: Seat,
    action: G::Action,
    eyes: Eyes,
) -> Option<G::Action> {
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    let text = G::text_for(action, seat, eyes);
    let same = |other: &G::Action| *other != action && G::text_for(*other, seat, eyes) == text;
    legal.into_iter().find(same)
}

#[tokio::test(flavor = "multi_thread")]
async fn maharajas_plans_are_not_told() {
    a_secret_choice_is_not_told::<maharaja::Maharaja>(2, json!({"players": 2})).await;
}

/// The preview of a link is the same in twin worlds: its tags, and every byte of its picture.
async fn no_preview_differs<G: Playable>(players: u8, options: Value) {
    let key = G::ABOUT.key;
    let given = table::options_from_json::<G>(options.clone()).unwrap();
    let mut dice = dice(Seed::from_text("previews"));
    let mut game = G::new(&given, Seed::from_text("previews")).unwrap();
    let mut worlds = [
        World::<G>::open(players).await,
        World::<G>::open(players).await,
    ];
    let mut pictures = Vec::new();
    for _ in 0..12 {
        play_some::<G>(&mut game, 20, &mut dice);
        if game.deciders().is_empty() {
            break;
        }
        let twin = G::imagine(&game.view(Eyes::Public), &mut dice);
        let mut told = Vec::new();
        for (world, game) in worlds.iter_mut().zip([game.clone(), twin]) {
            let table = History::resume(game).unwrap();
            world.begin(key, &options, table, Eyes::Public).await;
            let mut stranger = world.house.stranger();
            let version = u64::from(players) + 1;
            let path = format!("/table/{}", world.table);
            let document = stranger.send("GET", &path, None).await.unwrap().text();
            assert!(document.contains("og:url"));
            let path = format!("/picture/{}/{version}-en.png", world.table);
            let picture = stranger.send("GET", &path, None).await.unwrap();
            assert_eq!(picture.status, 200);
            let address = world.house.address.to_string();
            told.push((
                world.plain(&document).replace(&address, "HOST"),
                picture.body,
            ));
        }
        assert!(told[0] == told[1], "{key}: {} {}", told[0].0, told[1].0);
        pictures.push(told.swap_remove(0).1);
    }
    pictures.sort();
    pictures.dedup();
    assert!(pictures.len() > 3, "the pictures show something");
}

#[tokio::test(flavor = "multi_thread")]
async fn previews_tell_nothing() {
    no_preview_differs::<taj_mahal::TajMahal>(3, json!({"players": 3})).await;
    no_preview_differs::<amritsar::Amritsar>(2, json!({"players": 2})).await;
    no_preview_differs::<maharaja::Maharaja>(3, json!({"players": 3})).await;
}

/// Whoever is told of turns in one world: a browser, a mail program and a channel.
struct Post {
    push: Inbox,
    mail: Inbox,
    hook: Inbox,
    browser: Browser,
    /// How many notices of each kind are expected.
    expected: usize,
    /// How many of them the channel gets, which is added after the first turn of a table.
    hooked: usize,
    /// How many mails are none.
    codes: usize,
    /// The tables of this world.
    tables: Vec<String>,
}

impl Post {
    async fn open() -> Self {
        Post {
            push: Inbox::http().await.unwrap(),
            mail: Inbox::mail().await.unwrap(),
            hook: Inbox::http().await.unwrap(),
            browser: Browser::new([7; 32], [1; 16]).unwrap(),
            expected: 0,
            hooked: 0,
            codes: 0,
            tables: Vec::new(),
        }
    }

    /// From now on, everybody who sits in this world is told in a browser and by mail.
    async fn subscribe<G: Playable>(&mut self, world: &mut World<G>) {
        let (p256dh, auth) = self.browser.keys();
        for (seat, person) in world.seats.iter_mut().enumerate() {
            let endpoint = format!("http://{}/{seat}", self.push.address);
            let push = json!({"endpoint": endpoint, "p256dh": p256dh, "auth": auth});
            let push = json!({"push": push, "language": "en"});
            let _: Value = person.post("/api/me/contacts", push).await.unwrap();
            let mail = json!({"mail": format!("seat{seat}@mail.example"), "language": "en"});
            let about: Value = person.post("/api/me/contacts", mail).await.unwrap();
            self.codes += 1;
            let mails = self.mail.wait_for(self.codes).await;
            let (_, code) = mails[self.codes - 1]
                .head
                .split_once("your code is ")
                .unwrap();
            let path = format!("/api/me/contacts/{}/confirm", about["id"].as_str().unwrap());
            let code = json!({"code": code.lines().next().unwrap()});
            let reply = person.send("POST", &path, Some(code)).await.unwrap();
            assert_eq!(reply.status, 204);
        }
    }

    /// The channel is told of the turns of this table, too.
    async fn add_webhook<G: Playable>(&mut self, world: &mut World<G>) {
        self.tables.push(world.table.clone());
        let path = format!("/api/tables/{}/webhooks", world.table);
        let url = format!("http://{}/", self.hook.address);
        let webhook = json!({"url": url, "language": "en"});
        let _: Value = world.seats[0].post(&path, webhook).await.unwrap();
    }

    /// Everything that was told so far, without what names the world.
    async fn told<G: Playable>(&self, world: &World<G>) -> Vec<String> {
        let mut told = Vec::new();
        let address = world.house.address.to_string();
        let plain = |text: &str| {
            let text = world.plain(text).replace(&address, "HOST");
            let tables = self.tables.iter();
            tables.fold(text, |text, table| text.replace(table, "TABLE"))
        };
        for letter in self.push.wait_for(self.expected).await {
            let message = self.browser.decrypt(&letter.body).unwrap();
            told.push(plain(&format!(
                "push {} {}",
                letter.to,
                String::from_utf8_lossy(&message)
            )));
        }
        for letter in self
            .mail
            .wait_for(self.codes + self.expected)
            .await
            .iter()
            .skip(self.codes)
        {
            let subject = letter
                .head
                .lines()
                .find(|line| line.starts_with("Subject: "));
            // Long lines are folded (quoted-printable).
            let text = letter.text().replace("=\r\n", "").replace("=\n", "");
            told.push(plain(&format!("mail {} {subject:?} {text}", letter.to)));
        }
        for letter in self.hook.wait_for(self.hooked).await {
            told.push(plain(&format!("hook {}", letter.text())));
        }
        // Several people can have to decide at the same time; then the order of the messages says nothing.
        told.sort();
        told
    }
}

/// What people are told of their turns is the same in worlds that look the same to them: in browsers, by mail and in channels.
async fn no_notice_differs<G: Playable>(players: u8, options: Value) {
    let key = G::ABOUT.key;
    let given = table::options_from_json::<G>(options.clone()).unwrap();
    let mut dice = dice(Seed::from_text("notices"));
    let mut game = G::new(&given, Seed::from_text("notices")).unwrap();
    let mut posts = [Post::open().await, Post::open().await];
    let mut worlds = Vec::new();
    for post in &mut posts {
        let url = format!("smtp://{}", post.mail.address);
        let mailer = Mailer::new(&url, "Durbar <durbar@mail.example>", Duration::ZERO).unwrap();
        let world = World::<G>::with(players, |config| {
            config.notices.private = true;
            config.notices.mail = Some(mailer);
        });
        let mut world = world.await;
        post.subscribe(&mut world).await;
        worlds.push(world);
    }
    let mut told = 0;
    for _ in 0..3 {
        play_some::<G>(&mut game, 30, &mut dice);
        if game.deciders().is_empty() {
            break;
        }
        let twin = G::imagine(&game.view(Eyes::Public), &mut dice);
        let mut tables = [game.clone(), twin].map(|game| History::resume(game).unwrap());
        for ((world, post), table) in worlds.iter_mut().zip(&mut posts).zip(&tables) {
            world
                .begin(key, &options, table.clone(), Eyes::Public)
                .await;
            // Whoever starts the game is told of nothing.
            let asked = table
                .game()
                .deciders()
                .iter()
                .filter(|seat| *seat != Seat::FIRST);
            post.expected += asked.count();
            post.add_webhook(world).await;
        }
        let first = u64::from(players) + 1;
        for version in first..first + 6 {
            let mut both = Vec::new();
            for (world, post) in worlds.iter().zip(&posts) {
                both.push(post.told(world).await);
            }
            told += assert_same(&both[0], &both[1], &format!("notices of {key}"));
            let Some((seat, action)) = common_action(&tables, &mut dice) else {
                break;
            };
            for ((world, post), table) in worlds.iter_mut().zip(&mut posts).zip(&mut tables) {
                let before = table.game().deciders();
                let name = world.table.clone();
                let actor = &mut world.seats[usize::from(seat.number())];
                actor.play(&name, version, &action).await.unwrap();
                table.play(seat, action.parse().unwrap()).unwrap();
                let now = table.game().deciders();
                let is_new = |other: &Seat| !before.contains(*other) && *other != seat;
                let told = now.iter().filter(is_new).count();
                post.expected += told;
                post.hooked += told;
            }
            if tables
                .iter()
                .any(|table| table.game().deciders().is_empty())
            {
                break;
            }
        }
        game = tables[0].game().clone();
    }
    println!("{key}: {told} notices compared");
    assert!(told > 10, "{told}");
    assert!(posts.iter().all(|post| !post.hook.letters().is_empty()));
}

#[tokio::test(flavor = "multi_thread")]
async fn notices_tell_nothing() {
    no_notice_differs::<taj_mahal::TajMahal>(3, json!({"players": 3})).await;
    no_notice_differs::<amritsar::Amritsar>(2, json!({"players": 2})).await;
    no_notice_differs::<maharaja::Maharaja>(3, json!({"players": 3})).await;
}
