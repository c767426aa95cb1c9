//! Somebody at the keyboard of the program, who reads before typing: through pipes, or on a terminal.

use super::screen::{self, Prompt};
use super::typist::Typist;
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Nothing that is waited for takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody at the keyboard.
pub struct Person {
    pub child: Child,
    keys: Option<Box<dyn Write>>,
    screen: Receiver<Vec<u8>>,
    /// Everything that was on the screen.
    pub all: String,
}

/// Hands on what is read, until there is no more.
fn pump(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (to, screen) = channel();
    thread::spawn(move || {
        let mut chunk = [0; 4096];
        // A terminal whose program has ended can't be read any more.
        while let Ok(n @ 1..) = from.read(&mut chunk) {
            if to.send(chunk[..n].to_vec()).is_err() {
                break;
            }
        }
    });
    screen
}

impl Person {
    /// Sits down at pipes.
    pub fn at_pipes(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let keys = child.stdin.take().expect("a pipe");
        let screen = pump(child.stdout.take().expect("a pipe"));
        Self { child, keys: Some(Box::new(keys)), screen, all: String::new() }
    }

    /// Sits down at a terminal of so many columns.
    #[cfg(unix)]
    pub fn at_terminal(mut command: Command, columns: u16) -> Self {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        use rustix::termios::{Winsize, tcsetwinsize};
        use std::os::unix::ffi::OsStrExt;
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("its other side");
        let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let name = ptsname(&ours, Vec::new()).expect("its name");
        let path = std::path::Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
        let theirs = || File::options().read(true).write(true).open(path).expect("its other side");
        let (stdin, stdout, stderr) = (theirs(), theirs(), theirs());
        tcsetwinsize(&stdout, size).expect("its size");
        let child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn().expect("the program starts");
        // The command holds the other side open as long as it lives.
        drop(command);
        let keys = File::from(ours);
        let screen = pump(keys.try_clone().expect("a second handle"));
        Self { child, keys: Some(Box::new(keys)), screen, all: String::new() }
    }

    /// Reads up to the next prompt: what was written, and what is asked.
    pub fn read(&mut self) -> (String, Prompt) {
        let mut bytes = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&bytes).replace('\r', "");
            if let Some(prompt) = screen::prompt(&unstyled(&text)) {
                self.all.push_str(&text);
                return (text, prompt);
            }
            match self.screen.recv_timeout(PATIENCE) {
                Ok(more) => bytes.extend(more),
                Err(RecvTimeoutError::Disconnected) => {
                    self.all.push_str(&text);
                    return (text, Prompt::End);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    panic!("the program hangs:\n{}{text}", self.all);
                }
            }
        }
    }

    /// Types a line.
    pub fn key(&mut self, line: &str) {
        let keys = self.keys.as_mut().expect("a keyboard");
        keys.write_all(format!("{line}\n").as_bytes()).and_then(|()| keys.flush()).expect("somebody listens");
    }

    /// Types a line and reads on.
    pub fn say(&mut self, line: &str) -> (String, Prompt) {
        self.key(line);
        self.read()
    }

    /// Types nothing more.
    pub fn hang_up(&mut self) {
        self.keys = None;
    }

    /// Plays from what is on the screen, to the end or for so many prompts: every prompt with its screen. The last one is
    /// not answered.
    pub fn play(&mut self, typist: &mut Typist, most: usize) -> Vec<(Prompt, String)> {
        let first = self.read();
        self.play_on(first, typist, most)
    }

    /// Goes on playing.
    pub fn play_on(
        &mut self,
        (mut text, mut prompt): (String, Prompt),
        typist: &mut Typist,
        most: usize,
    ) -> Vec<(Prompt, String)> {
        let mut seen = Vec::new();
        loop {
            seen.push((prompt.clone(), text.clone()));
            if prompt == Prompt::End || seen.len() >= most {
                return seen;
            }
            (text, prompt) = self.say(&typist.reply(&prompt, &unstyled(&text)));
        }
    }

    /// Waits for the program to end by itself: its exit code.
    pub fn done(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }

    /// Ends the program at once, as a crash would.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Text without what steers a terminal.
pub fn unstyled(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            plain.push(letter);
        }
    }
    plain
}
