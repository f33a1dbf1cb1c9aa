//! Numbers of mines of several parts that add up to a given number.

use num_traits::Zero;

use crate::system::Tally;

/// Numbers of mines that some parts can have together.
enum Sums {
    /// All from the first to the last.
    Range(usize, usize),
    Set(Vec<bool>),
}

impl Sums {
    fn can(&self, sum: usize) -> bool {
        match self {
            Sums::Range(first, last) => (*first..=*last).contains(&sum),
            Sums::Set(set) => set.get(sum).copied().unwrap_or(false),
        }
    }

    /// With one more part, up to `most`.
    fn plus(&self, part: &Tally, most: usize) -> Sums {
        let own: Vec<usize> =
            (part.offset..).zip(&part.counts).filter(|(_, n)| !n.is_zero()).map(|(mines, _)| mines).collect();
        let (Some(&least), Some(&largest)) = (own.first(), own.last()) else { return Sums::Set(Vec::new()) };
        // The range reached by one of its numbers meets that of the next one.
        let gap = own.windows(2).map(|two| two[1] - two[0]).max().unwrap_or(0);
        match self {
            Sums::Range(first, last) if last - first + 1 >= gap => Sums::Range(first + least, last + largest),
            Sums::Range(first, last) => Sums::made(&own, (*first..=*last).take_while(|&s| s <= most), most),
            Sums::Set(set) => Sums::made(&own, (0..set.len()).filter(|&sum| set[sum]), most),
        }
    }

    fn made(own: &[usize], others: impl Iterator<Item = usize>, most: usize) -> Sums {
        let mut set = Vec::new();
        for other in others {
            for sum in own.iter().map(|own| own + other).take_while(|&sum| sum <= most) {
                set.resize(set.len().max(sum + 1), false);
                set[sum] = true;
            }
        }
        let first = set.iter().position(|&can| can).unwrap_or(0);
        match set[first..].iter().all(|&can| can) && !set.is_empty() {
            true => Sums::Range(first, set.len() - 1),
            false => Sums::Set(set),
        }
    }
}

/// Numbers of mines, one per part and one for free cells, that have solutions and add up to `mines`.
pub fn share(parts: &[&Tally], free: usize, mines: usize) -> Option<Vec<usize>> {
    // rest[i]: sums that the parts from i on can make.
    let mut rest = vec![Sums::Range(0, free)];
    for part in parts.iter().rev() {
        rest.push(rest[rest.len() - 1].plus(part, mines));
    }
    rest.reverse();
    if !rest[0].can(mines) {
        return None;
    }
    let mut left = mines;
    let choose = |(i, part): (usize, &&Tally)| {
        let has = |own: usize| part.at(own).is_some_and(|n| !n.is_zero());
        let fits = |&own: &usize| own <= left && has(own) && rest[i + 1].can(left - own);
        let own = (part.offset..part.offset + part.counts.len()).find(fits)?;
        left -= own;
        Some(own)
    };
    let mut shares: Vec<usize> = parts.iter().enumerate().map(choose).collect::<Option<_>>()?;
    shares.push(left);
    Some(shares)
}

/// The same under a total: unknown, or any number.
pub fn share_total(parts: &[&Tally], free: usize, total: Option<i64>) -> Option<Vec<usize>> {
    match total {
        None => parts.iter().map(|part| (!part.is_empty()).then_some(part.offset)).chain([Some(0)]).collect(),
        Some(total) => share(parts, free, usize::try_from(total).ok()?),
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::rng::Rng;

    /// Shares add up and have solutions; there are some whenever any choice adds up.
    #[test]
    fn shares_add_up_wherever_some_do() {
        let mut kinds = [0, 0];
        for index in 0..3000 {
            let mut rng = Rng::stream(0x54a6, index);
            let parts: Vec<Tally> = (0..rng.index(5))
                .map(|_| {
                    let counts = (0..=rng.index(6)).map(|_| BigUint::from(u32::from(rng.chance(0.5)))).collect();
                    Tally::new(rng.index(3), counts)
                })
                .collect();
            let (free, mines) = (rng.index(4), rng.index(16));
            let mut all = vec![0];
            for part in &parts {
                let own = |sum: usize| (0..part.counts.len()).map(move |i| (sum, i));
                let sums = all.iter().flat_map(|&sum| own(sum)).filter(|&(_, i)| !part.counts[i].is_zero());
                all = sums.map(|(sum, i)| sum + part.offset + i).collect();
            }
            let possible = all.iter().any(|&sum| sum <= mines && mines - sum <= free);
            let found = share(&parts.iter().collect::<Vec<_>>(), free, mines);
            assert_eq!(found.is_some(), possible, "{parts:?} {free} {mines}");
            kinds[usize::from(possible)] += 1;
            let Some(found) = found else { continue };
            assert_eq!((found.len(), found.iter().sum::<usize>()), (parts.len() + 1, mines));
            assert!(found[parts.len()] <= free);
            let has = |(part, &own): (&Tally, &usize)| part.at(own).is_some_and(|n| !n.is_zero());
            assert!(parts.iter().zip(&found).all(has), "{parts:?} {found:?}");
        }
        assert!(kinds.iter().all(|&k| k > 500), "{kinds:?}");
    }
}
