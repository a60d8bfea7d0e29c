//! The bots of a duel: those of tables, and nets from files.

use anyhow::{Context as _, Result, bail};
use bots::{Bot, Budget, Search, Spec, Thought};
use kit::Seed;
use nets::{Net, NetAlone, NetMind};
use std::fmt;
use std::fs;
use std::sync::Arc;
use table::Playable;

/// A bot that takes part in a duel.
#[derive(Clone)]
pub enum Entrant {
    /// One that sits at tables, too.
    Spec(Spec),
    /// A net from a file, which plays alone or guides a search.
    Net {
        /// The name under which it was given.
        name: String,
        /// The net.
        net: Arc<Net>,
        /// The limit of the search; `None` without one.
        thought: Option<Thought>,
    },
}

impl Entrant {
    /// Reads a name: that of a bot, `net@FILE` for a net alone, or a search with a net, `search:500@FILE`.
    pub fn read<G: Playable>(name: &str) -> Result<Self> {
        let Some((bot, path)) = name.split_once('@') else {
            return Ok(Entrant::Spec(name.parse()?));
        };
        let thought = match bot {
            "net" => None,
            _ => match bot.parse()? {
                Spec::Search(thought) => Some(thought),
                _ => bail!("‘{bot}’ cannot use a net; ‘net@FILE’ and ‘search:500@FILE’ can"),
            },
        };
        let file = fs::read(path).with_context(|| path.to_owned())?;
        let net = Net::from_file::<G>(&file).with_context(|| path.to_owned())?;
        Ok(Entrant::Net {
            name: name.to_owned(),
            net: Arc::new(net),
            thought,
        })
    }

    /// Creates the bot.
    pub fn seat<G: Playable>(&self, seed: Seed) -> Box<dyn Bot<G>> {
        match self {
            Entrant::Spec(spec) => G::seat_bot(*spec, seed, bots::now),
            Entrant::Net {
                net, thought: None, ..
            } => Box::new(NetAlone::new(net.clone())),
            Entrant::Net {
                net,
                thought: Some(thought),
                ..
            } => {
                let budget: Budget = thought.budget(bots::now);
                let mind = NetMind::new(net.clone());
                Box::new(Search::with_mind(mind, budget, seed))
            }
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Spec(spec) => spec.fmt(f),
            Entrant::Net { name, .. } => f.pad(name),
        }
    }
}
