//! Polynomials with large natural coefficients: products, powers, and single coefficients of products.
//!
//! Large products go over values at roots of unity modulo three primes: `field` has the arithmetic, `transform` short
//! transforms, `cyclic` long ones made of them, `transformed` the way from coefficients to residues and back.

mod aligned;
mod cyclic;
mod dense;
mod dot;
mod field;
mod integer;
mod product;
mod times;
mod transform;
mod transformed;
mod words;

pub use dense::DensePolynomial;
pub use dot::coefficient_of_product;
pub use integer::{integer_product, multiply};
pub use product::{coefficient_of_powers, product, product_of_powers, sums_of_products};
pub use words::add_product;
pub(crate) use words::big;
