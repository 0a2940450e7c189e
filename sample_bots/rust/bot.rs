//! The conversation with the arena: hello, then an answer to every decide, until bye. protocol/SPEC.md explains it.

mod arrange;
#[cfg(test)]
mod arrange_test;
mod msgpack;
mod zmtp;

use std::{env, io, process};

use arrange::arrange;
use msgpack::{decode, encode, map, Value};
use zmtp::Dealer;

fn main() {
    process::exit(match env::var("ARENA_ENDPOINT") {
        Ok(endpoint) => play(&endpoint).unwrap_or_else(|error| {
            eprintln!("{error}");
            1
        }),
        Err(_) => {
            eprintln!("this is a bot, and a bot is started by the arena: try `arena play` (ARENA_ENDPOINT is not set)");
            2
        }
    });
}

/// Plays until the arena says goodbye; the status to end with.
fn play(endpoint: &str) -> io::Result<i32> {
    let mut arena = Dealer::connect(endpoint)?;
    let hello = map([
        ("type", "hello".into()),
        ("protocol", vec![1].into()),
        ("token", env::var("ARENA_TOKEN").unwrap_or_default().into()),
        ("name", "rust".into()),
        ("games", vec!["shisanshui"].into()),
        ("batch", 64.into()),
        ("events", "none".into()),
    ]);
    arena.send(&encode(&hello))?;
    let mut strict = false;
    loop {
        let message = decode(&arena.receive()?)?;
        match message.get("type").text() {
            "match" => strict = message.get("rules").get("equal_rows").text() == "foul",
            "decide" => {
                for event in message.get("events").array() {
                    if event.get("type").text() == "strike" {
                        eprintln!("strike {}: {}", event.get("code").text(), event.get("message").text());
                    }
                }
                arena.send(&encode(&answer_to(&message, strict)))?;
            }
            "refused" => {
                eprintln!("refused by the arena: {}", message.get("message").text());
                return Ok(2);
            }
            "bye" => return Ok(0),
            _ => {}
        }
    }
}

fn answer_to(decide: &Value, strict: bool) -> Value {
    let actions: Vec<Value> = decide.get("items").array().iter().map(|item| action_for(item, strict)).collect();
    map([
        ("type", "answer".into()),
        ("match", decide.get("match").text().into()),
        ("request", decide.get("request").int().into()),
        ("actions", actions.into()),
    ])
}

fn action_for(item: &Value, strict: bool) -> Value {
    let hand: Vec<String> = item.get("hand").array().iter().map(|card| card.text().to_string()).collect();
    let laid = arrange(&hand, strict);
    map([("front", laid.front.into()), ("middle", laid.middle.into()), ("back", laid.back.into())])
}
