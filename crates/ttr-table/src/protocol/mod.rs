//! The protocol of `ttr engine`: a line of JSON for a line of JSON. Programs that play speak it too, each for its own seat.

pub mod lines;
pub mod messages;
mod misread;
mod schema;
pub mod seat;
pub mod sheet;
mod trouble;

pub use schema::schema;
pub use trouble::{Code, Trouble};

use messages::Request;
use misread::brief;
use serde_json::Value as Json;
use ttr_source::{nearest, shown};

/// A line that is too long.
pub fn too_long(most: usize) -> Trouble {
    Trouble::new(Code::LineTooLong, format!("the line has more than {most} bytes"))
}

/// The request that a line holds, and the id that its answer is to carry.
pub fn read(line: &[u8]) -> Result<(Option<Json>, Result<Request, Trouble>), Trouble> {
    let not_json = |why: String| Trouble::new(Code::NotJson, why);
    let body: Json = serde_json::from_slice(line).map_err(|why| not_json(format!("the line is not JSON: {why}")))?;
    let Json::Object(mut body) = body else {
        return Err(not_json("the line is JSON, but no object".to_owned()));
    };
    let id = match body.remove("id") {
        Some(id @ (Json::String(_) | Json::Number(_))) => Some(id),
        None => None,
        Some(other) => {
            return Err(Trouble::field("id", format!("an id is a text or a number, found {}", brief(&other))));
        }
    };
    let kind = match body.remove("do") {
        Some(Json::String(kind)) => kind,
        Some(other) => {
            return Ok((id, Err(Trouble::field("do", format!("expected a kind of request, found {}", brief(&other))))));
        }
        None => return Ok((id, Err(Trouble::field("do", "a request needs `do`, its kind")))),
    };
    let body = Json::Object(body);
    let request = match Request::read(&kind, &body) {
        Some(request) => request.map_err(|fault| misread::misread(&kind, &body, &fault)),
        None => {
            let near = nearest(&kind, Request::KINDS.iter().copied());
            let near = near.map_or_else(String::new, |near| format!("did you mean {near:?}? "));
            let text = format!("no request is named {}: {near}there are: {}", shown(&kind), Request::KINDS.join(", "));
            Err(Trouble { field: Some("do".into()), ..Trouble::new(Code::UnknownKind, text) })
        }
    };
    Ok((id, request))
}
