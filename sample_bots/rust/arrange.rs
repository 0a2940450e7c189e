//! The best back there is, then the best middle that the rest gives.

const RANKS: &str = "23456789TJQKA";
const ALL: u32 = (1 << 13) - 1;

pub struct Arrangement {
    pub front: Vec<String>,
    pub middle: Vec<String>,
    pub back: Vec<String>,
}

#[derive(Clone, Copy)]
pub struct Card {
    /// 1 for the deuce to 13 for the ace.
    rank: u32,
    suit: char,
}

/// Five of the thirteen cards, as bits, and what they are worth.
struct Five {
    row: u32,
    value: u32,
}

/// Lays 13 cards; `strict` when equal rows foul.
pub fn arrange(hand: &[String], strict: bool) -> Arrangement {
    let cards = cards_of(hand);
    let value = |row: u32| row_value(&chosen(row, &cards));
    let rises = |lower: u32, higher: u32| lower < higher || (!strict && lower == higher);
    let mut fives: Vec<Five> =
        (0..=ALL).filter(|row| row.count_ones() == 5).map(|row| Five { row, value: value(row) }).collect();
    fives.sort_by_key(|five| std::cmp::Reverse(five.value));
    for back in &fives {
        for middle in fives.iter().filter(|middle| middle.row & back.row == 0) {
            let front = ALL ^ back.row ^ middle.row;
            if rises(middle.value, back.value) && rises(value(front), middle.value) {
                let row = |bits: u32| chosen(bits, hand);
                return Arrangement { front: row(front), middle: row(middle.row), back: row(back.row) };
            }
        }
    }
    panic!("no legal arrangement of {}", hand.join(" "));
}

fn chosen<T: Clone>(row: u32, of: &[T]) -> Vec<T> {
    of.iter().enumerate().filter(|(place, _)| row >> place & 1 == 1).map(|(_, one)| one.clone()).collect()
}

/// The hand as cards. A joker (王) counts as one more of the rank held most often: humble, but legal under the rules.
pub fn cards_of(hand: &[String]) -> Vec<Card> {
    let rank_of = |text: &String| RANKS.find(&text[..1]).map_or(0, |place| place as u32 + 1);
    let held = |rank: u32| hand.iter().filter(|text| rank_of(text) == rank).count();
    let most = (1..=13).max_by_key(|&rank| held(rank)).unwrap_or(1);
    let cards = hand.iter().map(|text| Card { rank: rank_of(text), suit: text.chars().nth(1).unwrap_or('?') });
    let model = cards.clone().find(|card| card.rank == most);
    cards.map(|card| if card.rank == 0 { model.unwrap_or(card) } else { card }).collect()
}

/// What a row of three or five is worth: higher is better, equal is a tie. The type, then up to five keys of four bits.
pub fn row_value(row: &[Card]) -> u32 {
    let count = |rank: u32| row.iter().filter(|card| card.rank == rank).count();
    let mut ranks: Vec<u32> = row.iter().map(|card| card.rank).collect();
    ranks.sort_by_key(|&rank| std::cmp::Reverse(rank));
    let mut groups = ranks.clone();
    groups.dedup();
    groups.sort_by_key(|&rank| std::cmp::Reverse((count(rank), rank)));
    let shape: Vec<usize> = groups.iter().map(|&rank| count(rank)).collect();
    let flush = row.len() == 5 && row.iter().all(|card| card.suit == row[0].suit);
    let run = run_place(&ranks);
    match shape[..] {
        [5] => keyed(9, &groups),
        _ if flush && run > 0 => keyed(8, &[run]),
        [4, ..] => keyed(7, &groups),
        [3, 2] => keyed(6, &groups),
        _ if flush => keyed(5, &ranks),
        _ if run > 0 => keyed(4, &[run]),
        [3, ..] => keyed(3, &groups),
        [2, 2, ..] => keyed(2, &groups),
        [2, ..] => keyed(1, &groups),
        _ => keyed(0, &groups),
    }
}

/// The place of a straight: 10 for TJQKA, 9 for A2345, then 8 for 9TJQK down to 1 for 23456; 0 for no straight.
fn run_place(ranks: &[u32]) -> u32 {
    if ranks == [13, 4, 3, 2, 1] {
        return 9;
    }
    if ranks.len() != 5 || ranks.windows(2).any(|pair| pair[0] != pair[1] + 1) {
        return 0;
    }
    if ranks[0] == 13 {
        10
    } else {
        ranks[0] - 4
    }
}

fn keyed(kind: u32, keys: &[u32]) -> u32 {
    (0..5).fold(kind, |total, place| total * 16 + keys.get(place).copied().unwrap_or(0))
}
