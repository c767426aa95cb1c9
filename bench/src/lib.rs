//! What playing costs, in instructions and in time: whole games and single steps, as a table or JSON, held against a
//! baseline.

pub mod baseline;
pub mod boards;
pub mod games;
pub mod measure;
pub mod scale;
pub mod table;
pub mod work;
pub mod worst;
