//! Run with `cargo test`.

use crate::arrange::{arrange, cards_of, row_value};

fn hand(text: &str) -> Vec<String> {
    text.split(' ').map(String::from).collect()
}

fn value(row: &[String]) -> u32 {
    row_value(&cards_of(row))
}

#[test]
fn rows_stand_in_their_order() {
    let ascending = [
        "2s 3h 5d", "9s Th Jd Qc Ad", "2s 2h 5d", "2s 2h 3d 4c 5d", "As Ah Kd Qc Jd", "2s 2h 3d 3c 4d", "2s 2h 2d",
        "2s 2h 2d 3c 4d", "2s 3h 4d 5c 6d", "9s Th Jd Qc Kd", "As 2h 3d 4c 5d", "Ts Jh Qd Kc Ad", "2s 3s 4s 5s 7s",
        "2s 2h 2d 3c 3d", "2s 2h 2d 2c 3d", "2s 3s 4s 5s 6s", "2s 2h 2d 2c 2d",
    ];
    for pair in ascending.windows(2) {
        assert!(value(&hand(pair[0])) < value(&hand(pair[1])), "{} < {}", pair[0], pair[1]);
    }
}

#[test]
fn all_thirteen_cards_are_laid_in_rows_that_rise() {
    for text in ["As Kh Kd Qc Qs 9h 9d 8c 7s 5h 4d 3c 2s", "As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd"] {
        let mut dealt = hand(text);
        let laid = arrange(&dealt, false);
        assert_eq!((laid.front.len(), laid.middle.len(), laid.back.len()), (3, 5, 5));
        assert!(value(&laid.front) <= value(&laid.middle) && value(&laid.middle) <= value(&laid.back));
        let mut cards = [laid.front, laid.middle, laid.back].concat();
        cards.sort();
        dealt.sort();
        assert_eq!(cards, dealt);
    }
}

#[test]
fn a_hand_with_jokers_can_be_laid() {
    let laid = arrange(&hand("Xs Xb Kd Qc Js 9h 8d 7c 6s 5h 4d 3c 2s"), false);
    assert_eq!(laid.front.len() + laid.middle.len() + laid.back.len(), 13);
}
