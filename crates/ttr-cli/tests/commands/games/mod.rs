//! Games in bulk and games that are over: simulated, shown again, drawn.

mod old_saves;
mod render;
mod replay;
mod simulate;
