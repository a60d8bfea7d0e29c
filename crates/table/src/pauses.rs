//! Times at which all clocks of a host stood still.

/// Spans of time that are taken from nobody: the host was not running, or its clock jumped. Sorted, without overlaps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pauses(Vec<(u64, u64)>);

impl Pauses {
    /// Adds the span from one time to another; it may overlap with others.
    pub fn add(&mut self, from: u64, to: u64) {
        let (mut from, mut to) = (from, to.max(from));
        self.0.retain(|&(start, end)| {
            let apart = end < from || start > to;
            if !apart {
                (from, to) = (from.min(start), to.max(end));
            }
            apart
        });
        let place = self.0.partition_point(|&(start, _)| start < from);
        self.0.insert(place, (from, to));
    }

    /// Returns how long the clocks stood still between two times.
    pub fn within(&self, from: u64, to: u64) -> u64 {
        let spans = self.later_than(from);
        let parts = spans.map(|&(start, end)| end.min(to).saturating_sub(start.max(from)));
        parts.sum()
    }

    /// Returns the time at which a clock has run for so long, beginning at a time.
    pub fn after(&self, from: u64, running: u64) -> u64 {
        let mut at = from.saturating_add(running);
        for &(start, end) in self.later_than(from) {
            if start >= at {
                break;
            }
            at = at.saturating_add(end - start.max(from));
        }
        at
    }

    fn later_than(&self, time: u64) -> impl Iterator<Item = &(u64, u64)> {
        let first = self.0.partition_point(|&(_, end)| end <= time);
        self.0.iter().skip(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(spans: &[(u64, u64)]) -> Pauses {
        let mut pauses = Pauses::default();
        for &(from, to) in spans {
            pauses.add(from, to);
        }
        pauses
    }

    #[test]
    fn spans_that_overlap_are_one() {
        let joined = pauses(&[(10, 20), (40, 50), (15, 30), (5, 10)]);
        assert_eq!(joined, Pauses(vec![(5, 30), (40, 50)]));
        assert_eq!(pauses(&[(40, 50), (5, 30)]), joined);
    }

    #[test]
    fn time_within_pauses_is_counted_once() {
        let pauses = pauses(&[(10, 20), (30, 50)]);
        let parts = [(0, 5), (0, 15), (12, 18), (15, 35), (0, 100), (60, 90)];
        let counted = parts.map(|(from, to)| pauses.within(from, to));
        assert_eq!(counted, [0, 5, 6, 10, 30, 0]);
    }

    #[test]
    fn a_clock_runs_out_later_by_the_pauses_on_its_way() {
        let pauses = pauses(&[(10, 20), (30, 50)]);
        let ends = [(0, 5), (0, 10), (0, 11), (0, 25), (15, 5), (60, 7)];
        let ends = ends.map(|(from, running)| pauses.after(from, running));
        assert_eq!(ends, [5, 10, 21, 55, 25, 67]);
    }
}
