//! What one person or one address may take of the server.

use crate::App;
use crate::connections::{Counted, CountedFor};
use crate::problem::{Answer, Problem};
use std::net::IpAddr;
use table::{Person, Setup, Sitter, Table, TableId};

/// The place of a live viewer, until it is dropped.
pub struct ViewersPlace {
    _of_all: Counted,
    _of_address: CountedFor<IpAddr>,
    _of_session: Option<CountedFor<String>>,
}

impl App {
    /// Returns a place for a live viewer, if this node, the address and the session have one.
    pub fn place_for_viewer(
        &self,
        address: IpAddr,
        session: Option<&String>,
    ) -> Answer<ViewersPlace> {
        let limits = &self.config.limits;
        let of_session = match session {
            Some(session) => {
                let most = limits.viewers_per_session;
                let place = self.viewers_by_session.enter(session, most);
                let full =
                    || Problem::too_many(format!("this session already watches {most} tables"));
                Some(place.ok_or_else(full)?)
            }
            None => None,
        };
        let most = limits.connections_per_address;
        let of_address = self.viewers_by_address.enter(&address, most);
        let full = || Problem::too_many(format!("{most} viewers from this address already watch"));
        let of_address = of_address.ok_or_else(full)?;
        let of_all = self.viewers.enter(limits.viewers);
        Ok(ViewersPlace {
            _of_all: of_all.ok_or_else(|| Problem::unavailable("too many viewers"))?,
            _of_address: of_address,
            _of_session: of_session,
        })
    }

    /// Returns an error if the person already has too many tables for another one with this setup.
    pub async fn may_create(&self, person: &Person, setup: &Setup) -> Answer<()> {
        let limits = &self.config.limits;
        let most = limits.tables_per_person;
        if self.store.unfinished_tables(&person.id).await? >= most.into() {
            return Err(Problem::conflict(format!(
                "you already have {most} unfinished tables; finish one first"
            )));
        }
        match setup.seats.iter().any(Sitter::is_bot) {
            true => self.may_have_bots(person).await,
            false => Ok(()),
        }
    }

    /// Returns an error if the person already has too many tables with bots to give a seat of this one to a bot.
    pub async fn may_add_bot(&self, person: &Person, table: &TableId) -> Answer<()> {
        let has_bots = |table: &Table| table.seats().any(|(_, sitter, _)| sitter.is_bot());
        match self.look_at(table, has_bots).await? {
            true => Ok(()),
            false => self.may_have_bots(person).await,
        }
    }

    async fn may_have_bots(&self, person: &Person) -> Answer<()> {
        let most = self.config.limits.bot_tables_per_person;
        match self.store.unfinished_bot_tables(&person.id).await? >= most.into() {
            true => Err(Problem::conflict(format!(
                "you already have {most} unfinished tables with bots; finish one first"
            ))),
            false => Ok(()),
        }
    }
}
