//! A thread on which modules work. One that never comes back is given up, so that the other games of the process go on.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;
use ttr_core::{AtWork, Panicked, guarded};

type Job = Box<dyn FnOnce() + Send>;

/// Why there is no result.
pub(super) enum Lost {
    /// It panicked.
    Panicked(Panicked),
    /// It did not come back in time, and still goes on. The module that was at work then, if one was.
    Hangs(Option<&'static str>),
}

/// Does one thing after the other, each for no longer than it may take.
pub(super) struct Worker {
    patience: Duration,
    thread: Option<(Sender<Job>, AtWork)>,
}

impl Worker {
    pub fn new(patience: Duration) -> Self {
        Self { patience, thread: None }
    }

    /// How long something may take.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Does something, and waits for it.
    ///
    /// # Errors
    /// If it panics, or takes too long. Whatever it was given is gone then.
    pub fn run<T: Send + 'static>(&mut self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, Lost> {
        let (told, hear) = channel();
        let job: Job = Box::new(move || {
            // Nobody may be there any more to hear it.
            let _ = told.send(guarded(job));
        });
        let (jobs, at_work) = self.thread.take().unwrap_or_else(start);
        if let Err(unsent) = jobs.send(job) {
            // Where there is no thread, nothing can be given up.
            (unsent.0)();
        }
        let done = hear.recv_timeout(self.patience).map_err(|_| Lost::Hangs(at_work.module()))?;
        self.thread = Some((jobs, at_work));
        done.map_err(Lost::Panicked)
    }
}

/// Starts a thread. It ends when nothing more can be given to it.
fn start() -> (Sender<Job>, AtWork) {
    let (jobs, todo): (_, Receiver<Job>) = channel();
    let (told, hear) = channel();
    // As much stack as the first thread of a program has, mostly.
    let builder = thread::Builder::new().name("engine".to_owned()).stack_size(8 << 20);
    let started = builder.spawn(move || {
        let _ = told.send(AtWork::here());
        todo.into_iter().for_each(|job| job());
    });
    let at_work = started.ok().and_then(|_| hear.recv().ok()).unwrap_or_default();
    (jobs, at_work)
}
