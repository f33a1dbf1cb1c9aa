//! Polynomials with large natural coefficients: products, powers, and single coefficients of products.
//!
//! Large products go over values at roots of unity modulo three primes: `field` has the arithmetic, `transform` short
//! transforms, `cyclic` long ones made of them, `transformed` the way from coefficients to residues and back. Single
//! coefficients go over values modulo as many primes as they need (`by_primes`).

mod aligned;
mod bound;
mod by_primes;
mod chinese;
mod cyclic;
mod dense;
mod dot;
mod eight;
mod field;
mod integer;
mod one_coefficient;
mod packed;
mod passes;
mod primes;
mod product;
mod times;
mod transform;
mod transformed;
mod words;

pub use dense::DensePolynomial;
pub use dot::coefficient_of_product;
pub use integer::{integer_product, multiply};
pub use one_coefficient::coefficient_of_powers;
pub use product::{product, product_of_powers, sums_of_products};
pub use words::{add_product, big, bits};
