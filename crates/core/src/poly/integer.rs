//! Products of long integers.

use num_bigint::BigUint;

use super::dense::DensePolynomial;

/// Words of the shorter factor from which a product is made by transforms.
const LONG: u64 = 1000;

/// The product.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn multiply<E>(a: &BigUint, b: &BigUint, check: &mut dyn FnMut() -> Result<(), E>) -> Result<BigUint, E> {
    if a.bits().min(b.bits()) < 64 * LONG {
        return Ok(a * b);
    }
    let [a, b] = [a, b].map(|n| DensePolynomial::new(std::slice::from_ref(n)));
    Ok(a.times(&b, check)?.to_big().swap_remove(0))
}

/// The product of all, by halves.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn integer_product<E>(mut factors: Vec<BigUint>, check: &mut dyn FnMut() -> Result<(), E>) -> Result<BigUint, E> {
    while factors.len() > 1 {
        check()?;
        let pairs = factors.chunks(2);
        let products = pairs.map(|pair| if let [a, b] = pair { multiply(a, b, check) } else { Ok(pair[0].clone()) });
        factors = products.collect::<Result<_, E>>()?;
    }
    Ok(factors.pop().unwrap_or_else(|| BigUint::from(1u32)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn long_products_equal_short_ones() {
        let check = &mut || Ok::<(), Infallible>(());
        let (a, b) = (BigUint::from(3u32).pow(130_000), BigUint::from(7u32).pow(90_000));
        assert_eq!(multiply(&a, &b, check), Ok(&a * &b));
        let factors: Vec<BigUint> = (1..=2000u32).map(|n| BigUint::from(n).pow(7)).collect();
        let right: BigUint = factors.iter().product();
        assert_eq!(integer_product(factors, check), Ok(right));
        assert_eq!(integer_product(vec![], check), Ok(BigUint::from(1u32)));
    }
}
