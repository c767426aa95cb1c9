//! The rules, clause by clause: a test of a clause starts its name with its id.

mod cards;
mod claims;
mod classic;
mod end;
mod europe;
mod paris;
mod secrets;
mod tickets;
mod ussr_controllers;
mod ussr_end;
mod ussr_setup;
mod ussr_stations;
mod ussr_tunnels;
mod world_cards;
mod world_end;
mod world_routes;
mod world_tours;
