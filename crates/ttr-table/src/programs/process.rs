//! A program at the other end of two pipes. What is said to it and what it says goes through threads, so that a program that
//! neither reads nor writes holds up nobody for longer than it may.

use crate::protocol::lines::{self, Line};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use ttr_source::clean;

/// How long a program that is told nothing more may take to end.
const GRACE: Duration = Duration::from_millis(500);
/// So many lines that nobody has read yet are held; a program that says more has to wait.
const MOST_UNREAD: usize = 64;
/// So many lines that it has not read yet are held for it; one that asks and asks without listening is given up.
const MOST_UNHEARD: usize = 64;

/// Most bytes that a program says on its standard error in all its games together; the rest is left out.
const MAX_ASIDE_BYTES: usize = 4 * 1024 * 1024;

/// What a program says on its standard error, in all its games.
#[derive(Default)]
pub(super) struct Aside {
    said: AtomicUsize,
}

impl Aside {
    /// Passes on all that is said, as a terminal may get it, up to a limit. What comes beyond it is heard, so that the program goes on.
    fn pass_on(&self, mut from: impl Read, to: &mut impl Write) {
        let (mut buffer, mut held) = ([0; 8192], Vec::new());
        loop {
            let n = match from.read(&mut buffer) {
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => 0,
                Ok(n) => n,
            };
            let before = self.said.fetch_add(n, Ordering::Relaxed);
            let fits = n.min(MAX_ASIDE_BYTES.saturating_sub(before));
            held.extend_from_slice(&buffer[..fits]);
            // A letter whose other half is to come waits for it.
            let whole = match std::str::from_utf8(&held) {
                Err(fault) if fault.error_len().is_none() && fits == n && n > 0 => fault.valid_up_to(),
                _ => held.len(),
            };
            // Where nobody listens any more, nothing can be done about it.
            let _ = to.write_all(clean(&String::from_utf8_lossy(&held[..whole])).as_bytes());
            held.drain(..whole);
            if n > 0 && before <= MAX_ASIDE_BYTES && before + n > MAX_ASIDE_BYTES {
                let _ = writeln!(to, "\n... it said more than {MAX_ASIDE_BYTES} bytes; the rest is left out");
            }
            if n == 0 {
                return;
            }
        }
    }
}

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
    /// Ends once all that it said on its standard error is passed on.
    errors: Receiver<Never>,
}

/// Nothing is sent.
enum Never {}

impl Process {
    /// Starts a program; lines of more than so many bytes are not heard. What it says on its standard error is passed on.
    pub fn start(command: &[String], most: usize, aside: &Arc<Aside>) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("no program is named".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // With those that it starts itself it is a group of its own, which can be ended as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|why| format!("it can't be started: {}", crate::disk::words(&why)))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut input), Some(output), Some(says_aside)) = pipes else {
            return Err("it has no pipes".to_owned());
        };
        let (passing_on, errors) = sync_channel(0);
        let aside = aside.clone();
        thread::spawn(move || {
            aside.pass_on(says_aside, &mut io::stderr());
            drop(passing_on);
        });
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
        Ok(Self { child, to: Some(to), from, errors })
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
                Ok(Some(status)) => {
                    // Its last words come before what is said of its end.
                    let _ = self.errors.recv_timeout(until.saturating_duration_since(Instant::now()));
                    return Some(status);
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_aside_steers_no_terminal() {
        /// Gives a byte at a time.
        struct Slowly<'a>(&'a [u8]);
        impl Read for Slowly<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let n = usize::from(!self.0.is_empty());
                buffer[..n].copy_from_slice(&self.0[..n]);
                self.0 = &self.0[n..];
                Ok(n)
            }
        }
        let said = "é\u{9b}2J\u{1b}c\u{202e}漢\n".as_bytes();
        let mut heard = Vec::new();
        Aside::default().pass_on(Slowly(&[said, b"\xff \xc3"].concat()), &mut heard);
        assert_eq!(String::from_utf8(heard).expect("text"), "é\\u{9b}2J\\u{1b}c\\u{202e}漢\n\u{fffd} \u{fffd}");
    }

    #[test]
    fn what_is_said_aside_has_an_end() {
        let (aside, mut heard) = (Aside::default(), Vec::new());
        for _ in 0..3 {
            aside.pass_on(io::repeat(b'x').take(MAX_ASIDE_BYTES as u64 / 2 + 1), &mut heard);
        }
        let text = String::from_utf8(heard).expect("text");
        assert_eq!(text.matches('x').count(), MAX_ASIDE_BYTES);
        assert!(text.ends_with("x\n... it said more than 4194304 bytes; the rest is left out\n"));
    }
}
