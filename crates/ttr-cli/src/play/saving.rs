//! Where a game under way is kept: after every decision in the file that was asked for, else when it is left. The file belongs
//! to this process for as long as the game goes on. Where it can't be written, or somebody else has changed it, the game goes on
//! in an autosave, and that is said.

use crate::failure::Failure;
use crate::files::{self, Held, MAX_SAVE_BYTES};
use crate::output::report;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The game of this process. It is here for when the program is interrupted.
static UNDER_WAY: Mutex<Option<Kept>> = Mutex::new(None);

/// How a game is kept.
#[derive(Default)]
struct Kept {
    /// The file that is written after every decision.
    own: Option<Own>,
    /// The game as it is now, while its file does not have it.
    text: Option<String>,
    /// What was last said of its file, so that it is said once.
    said: Vec<String>,
    /// Other files into which it was written, and what.
    copies: Vec<(PathBuf, String)>,
}

/// The file of a game.
struct Own {
    /// As it was named.
    name: PathBuf,
    held: Held,
    /// Whether nobody has named it.
    autosave: bool,
}

/// Where a game lies.
pub(crate) struct Place {
    file: PathBuf,
    autosave: bool,
    /// Why it is not where it was.
    why: Option<String>,
}

/// Keeps a game.
pub(crate) struct Saving {
    /// Whether the game is the one of this process, which an interruption saves.
    of_process: bool,
}

impl Saving {
    /// Keeps the game of this process: nowhere until it is left, unless a file is named.
    pub fn of_process() -> Self {
        files::sweep(Path::new("."));
        *under_way() = Some(Kept::default());
        Self { of_process: true }
    }

    /// Keeps the game nowhere at all, as tests want it.
    #[cfg(test)]
    pub fn nowhere() -> Self {
        Self { of_process: false }
    }

    /// From now on the game is kept in this file, which is there. Gives its text.
    pub fn go_on_in(&self, file: &Path) -> Result<String, Failure> {
        match file.metadata() {
            Err(fault) => return Err(Failure::unreadable(file, files::words(&fault))),
            Ok(known) if known.is_dir() => return Err(Failure::unreadable(file, "it is a directory")),
            Ok(_) => {}
        }
        let mut held = Held::at(file).map_err(|fault| {
            let elsewhere = format!("`--resume {} --save OTHER` goes on with it in another file", quoted(file));
            refused(file, &fault).help(elsewhere)
        })?;
        let text = files::read_text(file, MAX_SAVE_BYTES)?;
        held.holds(text.as_str());
        self.own(file, held);
        Ok(text)
    }

    /// From now on the game is kept in this file, which is not there yet.
    pub fn begin_in(&self, file: &Path, text: &str) -> Result<(), Failure> {
        let there = |file: &Path| {
            let help = format!("`--resume {}` goes on with it; a new game needs another name", quoted(file));
            Failure::usage(format!("{} is there already", file.display())).help(help)
        };
        if file.symlink_metadata().is_ok() {
            return Err(there(file));
        }
        let held = Held::at(file).and_then(|mut held| held.write(text).map(|()| held));
        let held = held.map_err(|fault| match fault.kind() {
            io::ErrorKind::AlreadyExists => there(file),
            io::ErrorKind::ResourceBusy => refused(file, &fault).help("a new game needs another name"),
            _ => Failure::unwritable(file, files::words(&fault)),
        })?;
        self.own(file, held);
        Ok(())
    }

    fn own(&self, file: &Path, held: Held) {
        if let Some(kept) = &mut *under_way() {
            kept.own = Some(Own { name: file.to_owned(), held, autosave: false });
        }
    }

    /// What is to be known of the file before the game goes on.
    pub fn caution(&self) -> Option<String> {
        let game = under_way();
        let own = game.as_ref().filter(|_| self.of_process)?.own.as_ref()?;
        let name = own.name.display();
        let what = "can't be locked where it lies: let no other program go on with it meanwhile.";
        (!own.held.is_locked()).then(|| format!("{name} {what}"))
    }

    /// Whether the game is in a file after every decision.
    pub fn has_file(&self) -> bool {
        self.of_process && under_way().as_ref().is_some_and(|kept| kept.own.is_some())
    }

    /// Something was decided, or taken back. Without a file the game is held for an interruption, if there is anything in it
    /// that would not come again by itself. Gives lines for the person, where the game is no longer kept as before.
    pub fn decided(&self, worth_keeping: bool, text: impl FnOnce() -> String) -> Vec<String> {
        if !self.of_process {
            return Vec::new();
        }
        let text = (worth_keeping || self.has_file()).then(text);
        let mut game = under_way();
        let Some(kept) = &mut *game else { return Vec::new() };
        let was_missing = kept.text.is_some();
        kept.text = text;
        if kept.own.is_none() {
            return Vec::new();
        }
        let told = match kept.settle() {
            Ok(Some(place)) if place.why.is_some() => place.told(),
            Ok(Some(place)) if was_missing => vec![format!("The game is in {} again.", place.file.display())],
            Ok(_) => Vec::new(),
            Err(why) => {
                vec![why + ".", "The game is in no file as it is now: `save FILE` tries another one.".to_owned()]
            }
        };
        if told == kept.said {
            return Vec::new();
        }
        kept.said.clone_from(&told);
        told
    }

    /// The game is to be written now, in its file or else an autosave, in which it then is kept.
    pub fn now(&self, text: String) -> Result<Option<Place>, String> {
        let mut game = under_way();
        let Some(kept) = game.as_mut().filter(|_| self.of_process) else { return Ok(None) };
        kept.text = Some(text);
        kept.settle()
    }

    /// The game is written to another file too.
    pub fn copy(&self, file: &Path, text: String) -> Result<Option<Place>, String> {
        let mut game = under_way();
        let mut nowhere = Kept::default();
        let kept = game.as_mut().filter(|_| self.of_process).unwrap_or(&mut nowhere);
        if kept.own.as_ref().is_some_and(|own| files::is_one_file(&own.name, file)) {
            kept.text = Some(text);
            return kept.settle();
        }
        let before = kept.copies.iter().position(|(copy, _)| files::is_one_file(copy, file));
        let written = match before.and_then(|at| kept.copies.get(at)) {
            Some((_, was)) if file.exists() => files::replace(file, was, &text),
            _ => files::create_file(file, &text),
        };
        written.map_err(|fault| match fault.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("{} is there already, and is left as it is: another name keeps both", file.display())
            }
            _ => cant_write(file, &fault),
        })?;
        // One that could not be written is still the copy that it was.
        if let Some(at) = before {
            kept.copies.swap_remove(at);
        }
        kept.copies.push((file.to_owned(), text));
        Ok(Some(Place { file: file.to_owned(), autosave: false, why: None }))
    }

    /// The game is left: it is written, if there is anything in it to keep. A program that is ended just now waits for it, and
    /// saves nothing more.
    pub fn left(&self, text: impl FnOnce() -> String) -> Result<Option<Place>, String> {
        let text = text();
        let mut game = under_way();
        let Some(kept) = game.as_mut().filter(|_| self.of_process) else { return Ok(None) };
        let changed = |own: &Own| !own.held.is_as_it_was();
        if kept.text.is_some() || kept.own.as_ref().is_some_and(changed) {
            kept.text = Some(text);
        }
        let place = kept.settle()?;
        *game = None;
        Ok(place)
    }

    /// There is nothing more to keep: the game is over, or given up. Gives the file that it is in.
    pub fn over(&self) -> Option<PathBuf> {
        let mut game = under_way();
        let mut kept = game.take_if(|_| self.of_process)?;
        kept.own.as_ref()?;
        kept.settle().ok()?.map(|place| place.file)
    }
}

impl Drop for Saving {
    /// A game that something else than its end or its people has ended is saved as after an interruption.
    fn drop(&mut self) {
        if let Some(kept) = under_way().take_if(|_| self.of_process)
            && kept.text.is_some()
        {
            kept.rescue();
        }
    }
}

impl Kept {
    /// Writes what its file does not have yet, and gives where the game lies; nothing if there is nothing to keep. Where its
    /// file can't be written it has another one from now on.
    fn settle(&mut self) -> Result<Option<Place>, String> {
        let mut why = None;
        if let Some(Own { name, held, autosave }) = &mut self.own {
            let written = self.text.as_ref().map_or(Ok(()), |text| held.write(text));
            match written {
                Ok(()) => {
                    self.text = None;
                    return Ok(Some(Place { file: name.clone(), autosave: *autosave, why: None }));
                }
                Err(fault) => why = Some(cant_write(name, &fault)),
            }
        }
        let Some(text) = &self.text else { return Ok(None) };
        if let (None, Some((copy, _))) = (&self.own, self.copies.iter().find(|(_, copy)| copy == text)) {
            return Ok(Some(Place { file: copy.clone(), autosave: false, why }));
        }
        let beside = self.own.as_ref().and_then(|own| own.held.path().parent().map(Path::to_owned));
        let mut refused = Vec::from_iter(why.clone());
        for folder in [Some(PathBuf::new()), beside].into_iter().flatten() {
            match autosave(&folder, text) {
                Ok((name, held)) => {
                    let place = Place { file: name.clone(), autosave: true, why };
                    self.own = Some(Own { name, held, autosave: true });
                    self.text = None;
                    return Ok(Some(place));
                }
                Err(fault) => refused.push(fault),
            }
        }
        Err(refused.join("; "))
    }

    /// Saves a game that nobody has left, and says where to whom it may concern.
    fn rescue(mut self) {
        let told = match self.settle() {
            Ok(Some(place)) => place.told().join("\n"),
            Ok(None) => return,
            Err(why) => why,
        };
        // Nobody may be left to read it.
        report::tell(format!("\n{told}"));
    }
}

impl Place {
    /// Where the game is, and how to go on with it, in lines.
    pub fn told(&self) -> Vec<String> {
        let mut lines = Vec::from_iter(self.why.as_ref().map(|why| format!("{why}.")));
        if self.autosave {
            let whole = std::path::absolute(&self.file).unwrap_or_default();
            let folder = whole.parent().unwrap_or(&whole).display();
            let begins =
                if self.why.is_some() { "The game is kept in another file from now on" } else { "The game is kept" };
            lines.push(format!("{begins}, in the folder {folder}:"));
        }
        let file = quoted(&self.file);
        lines.push(format!("saved to {}; `ttr play --resume {file}` goes on", self.file.display()));
        lines
    }
}

fn under_way() -> MutexGuard<'static, Option<Kept>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cant_write(file: &Path, fault: &io::Error) -> String {
    Failure::unwritable(file, files::words(fault)).to_string()
}

/// A file that another process has, or that can't be written at all.
fn refused(file: &Path, fault: &io::Error) -> Failure {
    Failure::usage(match fault.kind() {
        io::ErrorKind::ResourceBusy => {
            format!(
                "{} is being played: {}, and no two can keep a game in one file",
                file.display(),
                files::words(fault)
            )
        }
        _ => cant_write(file, fault),
    })
}

/// Writes a game to a file of this folder that nobody has, and keeps it.
fn autosave(folder: &Path, text: &str) -> Result<(PathBuf, Held), String> {
    let names = (1..).map(|n: u32| match n {
        1 => folder.join("ttr-autosave.jsonl"),
        n => folder.join(format!("ttr-autosave-{n}.jsonl")),
    });
    for name in names {
        if name.symlink_metadata().is_ok() {
            continue;
        }
        match Held::at(&name).and_then(|mut held| held.write(text).map(|()| held)) {
            Ok(held) => return Ok((name, held)),
            // Somebody was quicker.
            Err(fault) if [io::ErrorKind::AlreadyExists, io::ErrorKind::ResourceBusy].contains(&fault.kind()) => {}
            Err(fault) => return Err(cant_write(&name, &fault)),
        }
    }
    Err("no name is left for an autosave".to_owned())
}

/// The program is interrupted, told to end, or its terminal is gone: what is under way is saved, and that is said where
/// it can be.
pub(crate) fn interrupted() {
    // Held until the program has ended, so that it is not saved a second time on another way out.
    let mut under_way = under_way();
    if let Some(kept) = under_way.take() {
        kept.rescue();
    }
    std::mem::forget(under_way);
}

/// A file as it is typed on a command line: in quotes where it has letters that a shell does not leave alone.
pub(crate) fn quoted(file: &Path) -> String {
    let name = file.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/\\.-_:+,@%=~".contains(c);
    if !name.is_empty() && name.chars().all(plain) { name } else { format!("'{}'", name.replace('\'', "'\\''")) }
}
