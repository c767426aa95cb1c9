//! A conversation with the engine, and a validator for what is said in it.

use serde_json::{Value as Json, json};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;
use ttr_core::Registry;

/// Lines that come one by one.
struct Lines {
    from: Receiver<Vec<u8>>,
    line: VecDeque<u8>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.fill_buf()?;
        self.line.read(buffer)
    }
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.is_empty()
            && let Ok(line) = self.from.recv()
        {
            self.line = line.into();
        }
        Ok(self.line.make_contiguous())
    }

    fn consume(&mut self, n: usize) {
        self.line.drain(..n);
    }
}

/// Passes on what is written.
struct Answers(Sender<Vec<u8>>);

impl Write for Answers {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.send(text.to_vec()).map_err(io::Error::other)?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation with an engine in a thread of its own.
pub struct Session {
    to: Sender<Vec<u8>>,
    from: Receiver<Vec<u8>>,
    /// Everything that was answered.
    pub answers: Vec<String>,
    /// The game that is played.
    pub game: u64,
}

impl Session {
    pub fn new(registry: fn() -> Registry) -> Self {
        Self::within(Duration::from_secs(60), registry)
    }

    /// With an engine that gives a module up after so long.
    pub fn within(patience: Duration, registry: fn() -> Registry) -> Self {
        let ((to, requests), (answers, from)) = (channel(), channel());
        thread::spawn(move || {
            let mut lines = Lines { from: requests, line: VecDeque::new() };
            let (registry, to) = (registry(), &mut Answers(answers));
            ttr_cli::engine::serve_within(patience, &registry, &mut lines, to).expect("somebody listens");
        });
        Self { to, from, answers: Vec::new(), game: 1 }
    }

    /// Says a line, and waits for the answer.
    pub fn line(&mut self, text: &str) {
        self.to.send(format!("{text}\n").into_bytes()).expect("the engine listens");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\n") {
            answer.extend(self.from.recv().expect("an answer"));
        }
        self.answers.push(String::from_utf8(answer).expect("text").trim_end().to_owned());
    }

    /// The last answer.
    pub fn last(&self) -> Json {
        serde_json::from_str(self.answers.last().expect("an answer")).expect("JSON")
    }

    pub fn try_ask(&mut self, request: &Json) -> Json {
        self.line(&request.to_string());
        self.last()
    }

    /// Asks what can be granted.
    #[track_caller]
    pub fn ask(&mut self, request: Json) -> Json {
        let answer = self.try_ask(&request);
        assert_ne!(answer["is"], "error", "{request}: {answer}");
        answer
    }

    /// Plays so many decisions, or to the end: of n actions the one that `choose` says.
    pub fn play(&mut self, choose: impl Fn(u64) -> u64, decisions: usize) {
        let game = self.game;
        for _ in 0..decisions {
            let Some(who) = self.ask(json!({ "do": "game", "game": game }))["to_act"][0].as_u64() else { return };
            let legal = self.ask(json!({ "do": "legal", "game": game, "who": who, "most": 0 }));
            let n = legal["legal"]["count"].as_u64().expect("a number");
            self.ask(json!({ "do": "act", "game": game, "who": who, "number": choose(n) }));
        }
    }

    pub fn events(&mut self, game: u64) -> Json {
        self.ask(json!({ "do": "events", "game": game, "most": 10_000 }))["events"].clone()
    }

    /// Everything that can be asked about the game.
    pub fn everything(&mut self) -> Json {
        let game = self.game;
        json!({
            "status": self.ask(json!({ "do": "game", "game": game })),
            "state": self.ask(json!({ "do": "state", "game": game, "who": 1 }))["state"],
            "legal": self.ask(json!({ "do": "legal", "game": game, "who": 1, "words": true })),
            "events": self.events(game),
            "save": self.ask(json!({ "do": "save", "game": game })),
        })
    }
}

/// Whether a message is one of a side (`request` or `answer`), as the schema has them.
pub fn fits(root: &Json, side: &str, message: &Json) -> Result<(), String> {
    check(root, &root["$defs"][side], message, side)
}

fn check(root: &Json, schema: &Json, value: &Json, at: &str) -> Result<(), String> {
    let schema = match schema["$ref"].as_str() {
        Some(name) => root.pointer(name.trim_start_matches('#')).ok_or_else(|| format!("{at}: no {name}"))?,
        None => schema,
    };
    if schema.as_bool() == Some(true) {
        return Ok(());
    }
    for (key, exactly_one) in [("oneOf", true), ("anyOf", false)] {
        if let Some(options) = schema[key].as_array() {
            let tried: Vec<_> = options.iter().map(|option| check(root, option, value, at)).collect();
            let fitting = tried.iter().filter(|tried| tried.is_ok()).count();
            if fitting == 0 || exactly_one && fitting > 1 {
                return Err(format!("{at}: {fitting} of {key} fit {value}: {tried:?}"));
            }
        }
    }
    let expected = |holds: bool, what: &str| {
        if holds { Ok(()) } else { Err(format!("{at}: expected {what}, found {value}")) }
    };
    if let Some(constant) = schema.get("const") {
        expected(value == constant, &constant.to_string())?;
    }
    if let Some(names) = schema["enum"].as_array() {
        expected(names.contains(value), "one of the names")?;
    }
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    match &schema["type"] {
        Json::String(name) => expected(is(name), name)?,
        Json::Array(names) => expected(names.iter().filter_map(Json::as_str).any(is), "one of the types")?,
        _ => {}
    }
    for (key, holds) in [("minimum", i64::ge as fn(&i64, &i64) -> bool), ("maximum", i64::le)] {
        if let (Some(bound), Some(value)) = (schema[key].as_i64(), value.as_i64()) {
            expected(holds(&value, &bound), key)?;
        }
    }
    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
        let of = schema.get("items").or_else(|| schema["prefixItems"].get(i));
        of.map_or(Ok(()), |of| check(root, of, item, &format!("{at}[{i}]")))?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        expected(object.contains_key(name), name)?;
    }
    for (name, value) in object {
        let at = format!("{at}.{name}");
        match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(property), _) => check(root, property, value, &at)?,
            (None, Json::Bool(false)) => return Err(format!("{at} is not known")),
            (None, Json::Object(_)) => check(root, &schema["additionalProperties"], value, &at)?,
            _ => {}
        }
    }
    Ok(())
}
