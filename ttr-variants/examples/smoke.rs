//! smoke
use ttr_core::*;
fn main() {
    let reg = ttr_variants::registry();
    let map = reg.find_map("usa").unwrap().to_owned();
    let n: usize = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(4);
    let games: u64 = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(2000);
    let c = match compile(&reg, &GameSource::new("usa", map, n)) {
        Ok(c) => c,
        Err(f) => {
            println!("{f}");
            return;
        }
    };
    let rules = c.rules;
    let mut space = ActionSpace::new(&rules);
    let mut chance = SeededChance::new(0);
    let mut rng: u64 = 88172645463325252;
    let mut st = rules.start(&mut chance, &mut NoEvents).unwrap();
    let t = std::time::Instant::now();
    let (mut dec, mut turns, mut tot) = (0u64, 0u64, 0i64);
    let mut why = std::collections::BTreeMap::new();
    for g in 0..games {
        chance.reseed(g);
        rules.start_into(&mut st, &mut chance, &mut NoEvents).unwrap();
        while let Some(who) = rules.to_act(&st).lowest() {
            rules.legal(&st, who, &mut space);
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            let i = ((rng >> 32) * space.len() as u64 >> 32) as usize;
            let a = space.nth(i);
            rules.apply_listed(&mut st, who, &a, &mut chance, &mut NoEvents).unwrap();
            dec += 1;
        }
        let s = rules.score(&st);
        for p in rules.player_ids() {
            turns += rules.look(&st).turns_of(p) as u64;
        }
        tot += s.sides.iter().map(|s| s.total as i64).sum::<i64>();
        *why.entry(rules.end_reason(rules.view(&st, None).over().unwrap()).to_owned()).or_insert(0) += 1;
        if g == 0 {
            for s in &s.sides {
                println!("{:?} {}", s.side, s.total);
                for l in &s.lines {
                    println!("   {} {}", l.points, rules.text(&l.note));
                }
            }
        }
    }
    let e = t.elapsed();
    println!(
        "{games} games {:.0}/s  {} decisions/game {} turns/game mean {} {:?} ns/dec {:.0}",
        games as f64 / e.as_secs_f64(),
        dec / games,
        turns / games,
        tot / games as i64 / n as i64,
        why,
        e.as_nanos() as f64 / dec as f64
    );
}
