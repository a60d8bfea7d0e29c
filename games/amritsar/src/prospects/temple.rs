//! The counters at the temple, and the points of further donations.

use super::*;

/// The counters of one side at the temple.
#[derive(Clone, Copy, Default)]
pub(super) struct Counters {
    pub(super) districts: By<District, u8, 4>,
    pub(super) levels: By<Level, u8, 4>,
    /// The highest number of counters of another side in each district.
    pub(super) rival: By<District, u8, 4>,
    /// The sum over all counters of the free spaces that each would support.
    pub(super) under_free: u8,
    /// The most points, including support, of a donation on each level; 0 if none is open.
    pub(super) open: By<District, By<Level, u8, 4>, 4>,
}

/// The counters of all sides.
pub(super) struct Tally {
    pub(super) players: PerSeat<Counters>,
    pub(super) maharajah: Counters,
}

impl Tally {
    pub(super) fn of(open: &Open) -> Self {
        let mut tally = Tally {
            players: PerSeat::of(open.options.players),
            maharajah: Counters::default(),
        };
        let set = open.donation_set();
        for (district, tile) in open.donations.iter() {
            for (space, &owner) in tile.counters.iter() {
                match owner {
                    Some(owner) => {
                        let counters = tally.of_side(owner);
                        counters.districts[district] += 1;
                        counters.levels[space.level()] += 1;
                    }
                    None => tally.note_free(set, tile, district, space),
                }
            }
        }
        for district in District::all() {
            tally.note_rivals(district);
        }
        tally
    }

    /// Records the points that a free space would bring, and for whom.
    fn note_free(
        &mut self,
        set: DonationSet,
        tile: &DonationTile,
        district: District,
        space: Space,
    ) {
        let owners = set
            .below(space)
            .map(|[left, right]| (tile.counters[left], tile.counters[right]));
        if owners == Some((None, None)) {
            return;
        }
        let Some(printed) = set.prestige(district, space) else {
            return;
        };
        let (left, right) = owners.unwrap_or_default();
        for owner in [left, right].into_iter().flatten() {
            self.of_side(owner).under_free += 1;
        }
        if owners.is_some() && (left.is_none() || right.is_none()) {
            return;
        }
        for (seat, counters) in self.players.iter_mut() {
            let own = |owner| u8::from(owner == Some(Side::Player(seat)));
            let points = printed + SUPPORT_PRESTIGE * (own(left) + own(right));
            let most = &mut counters.open[district][space.level()];
            *most = points.max(*most);
        }
    }

    /// Records for each player the highest number of counters of another side in a district.
    fn note_rivals(&mut self, district: District) {
        let (mut most, mut second) = (self.maharajah.districts[district], 0);
        for (_, counters) in self.players.iter() {
            let count = counters.districts[district];
            (most, second) = (most.max(count), second.max(count.min(most)));
        }
        for (_, counters) in self.players.iter_mut() {
            let leads = counters.districts[district] == most;
            counters.rival[district] = if leads { second } else { most };
        }
    }

    fn of_side(&mut self, side: Side) -> &mut Counters {
        match side {
            Side::Player(seat) => &mut self.players[seat],
            Side::Maharajah => &mut self.maharajah,
        }
    }
}
