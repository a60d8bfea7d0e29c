//! What profiles tell: people by their public ids, and their finished games.

use super::reading::{Listed, listed, person};
use super::sql::Value::{Number, Text};
use super::{Store, StoreError};
use std::collections::{BTreeMap, HashMap};
use table::{PersonId, TableId};

/// A person as profiles show them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonKnown {
    /// The person's own id.
    pub id: PersonId,
    /// The name.
    pub name: String,
    /// The time of creation.
    pub created: u64,
}

impl Store {
    /// Returns the person with this public id.
    pub async fn person_of_public(&self, public: &str) -> Result<Option<PersonKnown>, StoreError> {
        let sql = "SELECT id, name, created FROM people WHERE public = $1";
        self.find_one(sql, &[Text(public)], |row| {
            Ok(PersonKnown {
                id: person(row.text(0)?)?,
                name: row.text(1)?.to_owned(),
                created: row.number(2)?,
            })
        })
        .await
    }

    /// Returns people of earlier releases, who have no public id yet.
    pub async fn people_without_public_id(&self, most: u32) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT id FROM people WHERE public IS NULL LIMIT $1";
        self.find(sql, &[Number(most.into())], |row| person(row.text(0)?))
            .await
    }

    /// Returns the present names of these people; not of those who are gone.
    pub async fn names<'a>(
        &self,
        people: impl Iterator<Item = &'a PersonId>,
    ) -> Result<HashMap<PersonId, String>, StoreError> {
        let wanted: BTreeMap<&str, u8> = people.map(|person| (person.as_str(), 0)).collect();
        let wanted = serde_json::to_string(&wanted).unwrap_or_default();
        let sql = "SELECT people.id, people.name FROM json_each(json($1)) AS wanted JOIN people ON people.id = wanted.key";
        let values = [Text(&wanted)];
        let names = self.find(sql, &values, |row| {
            Ok((person(row.text(0)?)?, row.text(1)?.to_owned()))
        });
        Ok(names.await?.into_iter().collect())
    }

    /// Returns the finished tables of a person that this viewer may see in a list, the last one first, from a time and an id on.
    pub async fn finished_of(
        &self,
        person: &PersonId,
        viewer: Option<&PersonId>,
        before: (u64, Option<&TableId>),
        most: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables JOIN mine ON mine.table_id = tables.id \
            WHERE mine.person = $1 AND status = 'over' AND (listed = 1 OR EXISTS \
            (SELECT 1 FROM mine AS own WHERE own.person = $2 AND own.table_id = tables.id)) \
            AND (changed < $3 OR (changed = $3 AND id < $4)) ORDER BY changed DESC, id DESC LIMIT $5";
        let values = [
            Text(person.as_str()),
            Text(viewer.map_or("", PersonId::as_str)),
            Number(before.0),
            Text(before.1.map_or("", TableId::as_str)),
            Number(most.into()),
        ];
        self.find(sql, &values, listed).await
    }

    /// Returns the finished tables of two people, the last one first.
    pub async fn finished_together(
        &self,
        one: &PersonId,
        other: &PersonId,
        most: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables JOIN mine ON mine.table_id = tables.id \
            JOIN mine AS others ON others.table_id = tables.id \
            WHERE mine.person = $1 AND others.person = $2 AND status = 'over' ORDER BY changed DESC LIMIT $3";
        let values = [
            Text(one.as_str()),
            Text(other.as_str()),
            Number(most.into()),
        ];
        self.find(sql, &values, listed).await
    }
}
