//! The test kit: what every map and every rule module gets for one call. It plays random games with whatever a registry
//! holds, and looks in each of them whether the [properties](props) hold that every game must have.

pub mod props;
pub mod scenario;
