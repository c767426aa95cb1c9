//! What is built in cities: stations and ports.

mod ports;
mod stations;

pub use ports::Ports;
pub use stations::Stations;
