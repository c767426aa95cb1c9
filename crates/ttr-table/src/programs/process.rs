//! A program at the other end of two pipes. What is said to it and what it says goes through threads, so that a program that
//! neither reads nor writes holds up nobody for longer than it may.

use crate::protocol::lines::{self, Line};
use std::io::{BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program that is told nothing more may take to end.
const GRACE: Duration = Duration::from_millis(500);
/// So many lines that nobody has read yet are held; a program that says more has to wait.
const MOST_UNREAD: usize = 64;
/// So many lines that it has not read yet are held for it; one that asks and asks without listening is given up.
const MOST_UNHEARD: usize = 64;

/// What was heard.
pub(super) enum Heard {
    Line(Vec<u8>),
    TooLong,
    /// Nothing in time.
    Nothing,
    /// It has ended: how, in words.
    Ended(String),
}

/// A program under way.
pub(super) struct Process {
    child: Child,
    /// Nothing more is said once this is gone.
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
}

impl Process {
    /// Starts a program; lines of more than so many bytes are not heard.
    pub fn start(command: &[String], most: usize) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("no program is named".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // With those that it starts itself it is a group of its own, which can be ended as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|why| format!("it can't be started: {}", crate::disk::words(&why)))?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no pipes".to_owned());
        };
        let (to, says) = sync_channel::<String>(MOST_UNHEARD);
        thread::spawn(move || {
            // Who does not listen any more is found out by the silence.
            while let Ok(line) = says.recv() {
                if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (heard, from) = sync_channel(MOST_UNREAD);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(line @ (Line::Whole(_) | Line::TooLong)) = lines::next(&mut output, most) {
                if heard.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, to: Some(to), from })
    }

    /// Says a line. Whether it is heard shows in the answer.
    ///
    /// # Errors
    /// If too much was said that the program has not read.
    pub fn say(&mut self, line: String) -> Result<(), String> {
        match self.to.as_ref().map(|to| to.try_send(line)) {
            Some(Err(TrySendError::Full(_))) => Err("it does not read what it is told".to_owned()),
            _ => Ok(()),
        }
    }

    /// The next line, if it comes until then.
    pub fn hear(&mut self, until: Instant) -> Heard {
        match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Line::Whole(line)) => Heard::Line(line),
            Ok(Line::TooLong) => Heard::TooLong,
            Ok(Line::End) | Err(RecvTimeoutError::Disconnected) => Heard::Ended(match self.end() {
                Some(status) => format!("it ended: {status}"),
                None => "it says nothing more".to_owned(),
            }),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
        }
    }

    /// Waits a little for its end.
    fn end(&mut self) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Ends it now.
    pub fn kill(mut self) {
        self.end_now();
    }

    /// Ends it, and those that it has started.
    fn end_now(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        if self.end().is_none() {
            self.end_now();
        }
    }
}
