//! Points at the end of the game: the longest path, the most of something, tours.

mod longest_path;
pub(crate) mod most;
pub mod tours;

pub use longest_path::LongestPath;
pub use most::MostTickets;
pub use tours::Tours;
