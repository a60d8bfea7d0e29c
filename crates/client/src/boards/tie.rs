//! How a tie at the end of a game was decided, in words.

use words::Teller;

/// What decides a tie next: the key of its sentence, and how much of it a participant has.
pub type Criterion<'a> = (&'a str, &'a dyn Fn(usize) -> u32);

/// Says who was level with how many points and what decided; `None` without a tie. `totals` are the points of all participants.
pub fn told(teller: &Teller, totals: &[i32], criteria: &[Criterion]) -> Option<String> {
    let best = *totals.iter().max()?;
    let tied = (0..).zip(totals).filter(|(_, total)| **total == best);
    let mut tied: Vec<usize> = tied.map(|(seat, _)| seat).collect();
    if tied.len() < 2 {
        return None;
    }
    let names = tied.iter().map(|&seat| teller.name(seat)).collect();
    let names = teller.listed(names);
    let mut said = vec![teller.phrase("end-tie", &[("names", &names), ("points", &best)])];
    for (key, count) in criteria {
        let most = tied.iter().map(|&seat| count(seat)).max()?;
        if tied.iter().any(|&seat| count(seat) < most) {
            let counts = tied.iter();
            let counts = counts.map(|&seat| format!("{} {}", teller.name(seat), count(seat)));
            let counts = teller.listed(counts.collect());
            said.push(teller.phrase(key, &[("counts", &counts)]));
            tied.retain(|&seat| count(seat) == most);
        }
    }
    if tied.len() > 1 {
        said.push(teller.phrase("end-tie-equal", &[]));
    }
    Some(said.join(" "))
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
mod tests {
    use super::*;
    use words::Language;

    #[test]
    fn a_tie_names_what_decides_it() {
        let names = ["Anna", "Ben", "Cleo"].map(str::to_owned).to_vec();
        let teller = Teller::new(Language::En, "maharaja", names);
        let told = |totals: [i32; 3], statues: [u32; 3], coins: [u32; 3]| {
            let criteria: [Criterion; 2] = [
                ("end-tie-statues", &|seat| statues[seat]),
                ("end-tie-coins", &|seat| coins[seat]),
            ];
            told(&teller, &totals, &criteria)
        };
        assert_eq!(told([40, 39, 12], [1, 1, 1], [0, 0, 0]), None);
        assert_eq!(
            told([40, 40, 12], [5, 6, 7], [9, 0, 9]).unwrap(),
            "Anna and Ben have 40 prestige each. More statues decide: Anna 5 and Ben 6."
        );
        assert_eq!(
            told([40, 40, 40], [6, 6, 5], [3, 4, 9]).unwrap(),
            "Anna, Ben and Cleo have 40 prestige each. More statues decide: Anna 6, Ben 6 and Cleo 5. More coins decide: Anna 3 and Ben 4."
        );
        assert_eq!(
            told([40, 40, 1], [6, 6, 0], [3, 3, 0]).unwrap(),
            "Anna and Ben have 40 prestige each. Nothing else decides."
        );
    }
}
