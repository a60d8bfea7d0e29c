//! The trait of games that nets can learn.

use crate::{Judge, Key, Seat, Set};

/// A game that programs can learn: its views as numbered features, and its actions as numbers.
///
/// Implementations keep these promises, which [`Suite::check_learning`](crate::conformance::Suite::check_learning) checks; that features allocate nothing is
/// checked by each game's own tests.
///
/// * **From the view.** Features are made from a view alone, so nobody can learn to use hidden information. Views that look alike have the same features.
/// * **From one side.** Seats are counted from the viewer: the same position, seen from another seat, has the same features if the seats are turned with it.
/// * **Numbered.** Features are ascending numbers below [`FEATURES`](Learn::FEATURES), and parts of actions below [`PARTS`](Learn::PARTS). Each legal action is in
///   the [numbering](Learn::numbering), which changes only with the version of the rules.
pub trait Learn: Judge {
    /// The number of features.
    const FEATURES: u16;
    /// The number of different [parts](Learn::parts) of actions.
    const PARTS: u16;

    /// Finds the features of a view made for the eyes of this seat.
    fn features(view: &Self::View, seat: Seat, features: &mut Features);

    /// Returns the state as far as the view shows it: everything hidden is missing. Only its points and prospects mean something.
    fn known(view: &Self::View) -> Self;

    /// Returns the numbers of all actions that can ever be legal.
    fn numbering() -> &'static Numbering<Self::Action>;

    /// Finds the parts of an action: what it has in common with others, such as a card or a place. A policy values an action by the sum of its parts.
    fn parts(action: Self::Action, parts: &mut Features);
}

/// A fixed numbering of actions: their places in ascending order.
#[derive(Clone, Debug)]
pub struct Numbering<A> {
    actions: Vec<A>,
}

impl<A: Copy + Ord> Numbering<A> {
    /// Numbers these actions.
    pub fn of(actions: impl IntoIterator<Item = A>) -> Self {
        let mut actions: Vec<A> = actions.into_iter().collect();
        actions.sort_unstable();
        actions.dedup();
        Numbering { actions }
    }

    /// Returns the number of an action, unless it is not in the list.
    pub fn number(&self, action: A) -> Option<u16> {
        let place = self.actions.binary_search(&action).ok()?;
        u16::try_from(place).ok()
    }

    /// Returns the action with this number.
    pub fn action(&self, number: u16) -> Option<A> {
        self.actions.get(usize::from(number)).copied()
    }

    /// Returns all actions, in the order of their numbers.
    pub fn actions(&self) -> &[A] {
        &self.actions
    }
}

/// A growing list of numbered features.
///
/// Features are found in groups. Each group takes the next numbers, as many as it has features, whether or not any of them is present; so the same
/// thing always has the same number.
///
/// ```
/// let mut features = kit::Features::default();
/// features.flag(true);
/// features.one_of(2, 4);
/// features.at_least(3, 5);
/// assert_eq!(features.found(), [0, 3, 5, 6, 7]);
/// assert_eq!(features.count(), 10);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    found: Vec<u16>,
    next: u16,
}

impl Features {
    /// Creates an empty list with room for that many features.
    pub fn with_room(count: u16) -> Self {
        Features {
            found: Vec::with_capacity(count.into()),
            next: 0,
        }
    }

    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.found.clear();
        self.next = 0;
    }

    /// Returns the features found, in ascending order.
    pub fn found(&self) -> &[u16] {
        &self.found
    }

    /// Returns the number of features in all groups so far, present or not.
    pub fn count(&self) -> u16 {
        self.next
    }

    /// Adds a group of one feature.
    pub fn flag(&mut self, present: bool) {
        self.one_of(0, u16::from(present));
        self.next += u16::from(!present);
    }

    /// Adds a group of `size` features, of which the one at `index` is present. An index beyond the last counts as the last.
    pub fn one_of(&mut self, index: usize, size: u16) {
        if size > 0 {
            let index = index.min(usize::from(size) - 1) as u16;
            self.found.push(self.next + index);
        }
        self.next += size;
    }

    /// Adds a group with one feature for each key, of which at most one is present.
    pub fn key<K: Key>(&mut self, key: Option<K>) {
        if let Some(key) = key {
            self.found.push(self.next + key.index() as u16);
        }
        self.next += K::COUNT as u16;
    }

    /// Adds a group with one feature for each key of the set's type.
    pub fn set<K: Key>(&mut self, set: Set<K>) {
        for key in set.iter() {
            self.found.push(self.next + key.index() as u16);
        }
        self.next += K::COUNT as u16;
    }

    /// Adds a group of `most` features: at least one, at least two, and so on.
    pub fn at_least(&mut self, amount: u32, most: u16) {
        let present = amount.min(most.into()) as u16;
        self.found.extend(self.next..self.next + present);
        self.next += most;
    }

    /// Adds a group with one feature for each of the ascending steps that the amount reaches.
    pub fn steps(&mut self, amount: i32, steps: &[i32]) {
        let present = steps.iter().take_while(|&&step| amount >= step).count();
        self.at_least(present as u32, steps.len() as u16);
    }

    /// Adds a group of `size` features, none of which is present.
    pub fn none(&mut self, size: u16) {
        self.next += size;
    }
}

/// Returns how many places a seat comes after the viewer, at a table of `count` seats.
pub fn distance(viewer: Seat, seat: Seat, count: u8) -> usize {
    let count = usize::from(count.max(1));
    (seat.index() + count - viewer.index() % count) % count
}
