//! Looking at one property in one game, on a thread of its own: what panics is caught and told, and what never comes back is
//! given up.

use crate::props::{Course, PANICS, Progress, Property, Table, follow, other_broken};
use std::cell::Cell;
use std::panic::{set_hook, take_hook};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Once, OnceLock};
use std::thread;
use std::time::Duration;
use ttr_core::{AtWork, guarded};

/// A property that does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub property: &'static str,
    /// The decision to which the game had come.
    pub step: usize,
    pub message: String,
    /// It never came back: trying it again takes as long.
    pub hangs: bool,
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What is caught is told by whoever catches it, and not by the panic itself.
fn be_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
}

/// Does something on a thread of its own. It is given up when for so long no game on it has come a decision further; the thread
/// goes on then, since nothing can stop it.
///
/// # Errors
/// If it panics or never comes back. `property` is what is broken then, unless a module panics or whatever was done knows
/// better.
pub(crate) fn watched<T: Send + 'static>(
    property: &'static str,
    patience: Duration,
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Broken> {
    be_quiet();
    let progress = Arc::new(Progress::default());
    let (told, hear) = channel();
    let at_work = Arc::new(OnceLock::new());
    let (followed, noted) = (progress.clone(), at_work.clone());
    let name = thread::current().name().unwrap_or("ttr-testkit").to_owned();
    let started = thread::Builder::new().name(name).spawn(move || {
        QUIET.set(true);
        follow(followed);
        let _ = noted.set(AtWork::here());
        let done = guarded(run);
        // Nobody may be there any more to hear it.
        let _ = told.send(done.map_err(|panicked| (panicked, other_broken())));
    });
    let broken = |property, message: String, hangs| Broken { property, step: progress.step(), message, hangs };
    if let Err(fault) = started {
        return Err(broken(property, format!("no thread can be started: {fault}"), true));
    }
    let mut ticks = progress.ticks();
    loop {
        match hear.recv_timeout(patience) {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err((panicked, other))) => {
                return Err(match panicked.module {
                    Some(_) => broken(PANICS, panicked.to_string(), false),
                    None => broken(other.unwrap_or(property), panicked.what, false),
                });
            }
            Err(RecvTimeoutError::Timeout) if ticks != progress.ticks() => ticks = progress.ticks(),
            Err(_) => {
                let seconds = patience.as_secs_f32();
                let module = at_work.get().and_then(AtWork::module);
                let whose = module.map_or_else(|| "a rule".to_owned(), |id| format!("module {id}"));
                let message = format!(
                    "nothing came back for {seconds} seconds after decision {}: {whose} loops there, or takes very long; \
                     it was given up, and its thread still runs",
                    progress.step()
                );
                return Err(broken("end", message, true));
            }
        }
    }
}

/// Looks at a property in a game.
///
/// # Errors
/// If it does not hold.
pub(crate) fn look(table: &Arc<Table>, property: &Property, course: &Course, patience: Duration) -> Result<(), Broken> {
    let (table, course, check) = (table.clone(), course.clone(), property.check);
    watched(property.name, patience, move || check(&table, &course))
}
