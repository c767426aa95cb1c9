//! How classes look, in one place, so that a page can change it.

use crate::draw::ink::{sign, sign_name};
use crate::scene::Scene;
use crate::scene::colour::{ink_on, of_player};
use std::fmt::Write as _;

/// What lies below everything, and what is written on it.
const PLAIN: &str = "\
.paper{fill:#fbf8f1}
.sea{fill:#cfe0e6;stroke:#6f7f86;stroke-width:1.5}
.coast path,.coast circle{fill:none;stroke:#b9cdd2;stroke-linecap:round;stroke-linejoin:round}
.land path,.land circle{fill:none;stroke:#f3ecd9;stroke-linecap:round;stroke-linejoin:round}
.bed{fill:none;stroke:#8a8172;stroke-width:1.6;stroke-opacity:.55}
.pale{stroke-opacity:.2}
.space,.sample{stroke:#23272b;stroke-width:.9}
.dashed{stroke-width:2.2;stroke-dasharray:4.2 2.4}
.inner{fill:none;stroke-width:.8}
.plate{fill:#fffdf6;stroke:#23272b;stroke-width:.8}
.free{opacity:.5}
.piece{stroke:#16181a;stroke-width:1.3}
.open-end{fill:none;stroke:#4b545a;stroke-width:1.6}
.dot{fill:#fffdf6;stroke:#2a2522;stroke-width:2.2}
.signed{fill:#2c5d86;stroke:#fffdf6;stroke-width:1.2}
.junction{fill:#2a2522;stroke:#fffdf6;stroke-width:1}
.badge{stroke:#16181a;stroke-width:1}
.leader{fill:none;stroke:#2a2522;stroke-width:.7}
.label{fill:#1b1d1f;stroke:#fbf6ea;stroke-width:190;stroke-linejoin:round;paint-order:stroke}
.beyond{fill:#4b545a}
.title,.words,.heading{fill:#23272b}
.small{fill:#5b6368}
.highlight{opacity:.5}
.way{fill:none;stroke:#e5007d;stroke-linecap:round;stroke-linejoin:round}
.goal{fill:#e5007d}
.line{stroke:#b9b2a3;stroke-width:.8}
";

/// The style sheet.
pub(super) fn sheet(scene: &Scene) -> String {
    let mut out = format!("<style>\n{PLAIN}");
    for (i, paint) in scene.paints.iter().enumerate() {
        let _ = writeln!(out, ".c{i}{{fill:{};color:{}}}", paint.fill, ink_on(&paint.fill));
    }
    let _ = writeln!(out, ".c-none{{fill:#a9adb0;color:#1d2226}}");
    let mut colours: Vec<usize> = scene.players.iter().map(|player| player.colour).collect();
    colours.sort_unstable();
    colours.dedup();
    for colour in colours {
        let fill = of_player(colour);
        let _ = writeln!(out, ".p{colour}{{fill:{fill};color:{}}}", ink_on(fill));
    }
    out.push_str("</style>\n");
    out
}

/// The signs of colours, to be used again and again.
pub(super) fn signs(scene: &Scene) -> String {
    let mut signs: Vec<_> = scene.paints.iter().filter_map(|paint| paint.sign).collect();
    signs.sort_by_key(|sign| sign_name(*sign));
    signs.dedup();
    let mut out = String::new();
    for one in signs {
        let _ = writeln!(out, r#"<g id="{}">{}</g>"#, sign_name(one), sign(one));
    }
    out
}
