package main

import (
	"math/bits"
	"sort"
	"strings"
)

const (
	ranks = "23456789TJQKA"
	all   = 1<<13 - 1
)

// Arrangement is a hand in three rows.
type Arrangement struct{ Front, Middle, Back []string }

// card has rank 1 for the deuce to 13 for the ace.
type card struct {
	rank int
	suit byte
}

// five is a row of five, as bits of the hand, and what it is worth.
type five struct{ row, value int }

// arrange lays 13 cards: the best back there is, then the best middle that the rest gives. strict is whether equal rows
// foul.
func arrange(hand []string, strict bool) Arrangement {
	cards := cardsOf(hand)
	rises := func(lower, higher int) bool { return lower < higher || (!strict && lower == higher) }
	var fives []five
	for row := 0; row <= all; row++ {
		if bits.OnesCount(uint(row)) == 5 {
			fives = append(fives, five{row, rowValue(chosen(row, cards))})
		}
	}
	sort.SliceStable(fives, func(a, b int) bool { return fives[a].value > fives[b].value })
	for _, back := range fives {
		for _, middle := range fives {
			if middle.row&back.row != 0 || !rises(middle.value, back.value) {
				continue
			}
			front := all ^ back.row ^ middle.row
			if rises(rowValue(chosen(front, cards)), middle.value) {
				return Arrangement{chosen(front, hand), chosen(middle.row, hand), chosen(back.row, hand)}
			}
		}
	}
	panic("no legal arrangement of " + strings.Join(hand, " "))
}

func chosen[T any](row int, of []T) []T {
	var found []T
	for place, one := range of {
		if row>>place&1 == 1 {
			found = append(found, one)
		}
	}
	return found
}

// cardsOf reads the hand. A joker (王) counts as one more of the rank held most often: humble, but legal under the rules.
func cardsOf(hand []string) []card {
	cards := make([]card, len(hand))
	var held [14]int
	for place, text := range hand {
		cards[place] = card{strings.IndexByte(ranks, text[0]) + 1, text[1]}
		held[cards[place].rank]++
	}
	held[0] = 0 // the jokers themselves
	var model card
	for _, one := range cards {
		if held[one.rank] > held[model.rank] {
			model = one
		}
	}
	for place := range cards {
		if cards[place].rank == 0 {
			cards[place] = model
		}
	}
	return cards
}

// rowValue is what a row of three or five is worth: higher is better, equal is a tie. It is the type, then up to five
// keys of four bits.
func rowValue(row []card) int {
	var count [14]int
	var falling, groups []int
	flush := len(row) == 5
	for _, one := range row {
		if count[one.rank] == 0 {
			groups = append(groups, one.rank)
		}
		count[one.rank]++
		falling = append(falling, one.rank)
		flush = flush && one.suit == row[0].suit
	}
	sort.Sort(sort.Reverse(sort.IntSlice(falling)))
	sort.Slice(groups, func(a, b int) bool {
		if count[groups[a]] != count[groups[b]] {
			return count[groups[a]] > count[groups[b]]
		}
		return groups[a] > groups[b]
	})
	first, second := count[groups[0]], 0
	if len(groups) > 1 {
		second = count[groups[1]]
	}
	run := runPlace(falling)
	switch {
	case first == 5:
		return keyed(9, groups)
	case flush && run > 0:
		return keyed(8, []int{run})
	case first == 4:
		return keyed(7, groups)
	case first == 3 && second == 2:
		return keyed(6, groups)
	case flush:
		return keyed(5, falling)
	case run > 0:
		return keyed(4, []int{run})
	case first == 3:
		return keyed(3, groups)
	case first == 2 && second == 2:
		return keyed(2, groups)
	case first == 2:
		return keyed(1, groups)
	}
	return keyed(0, groups)
}

// runPlace is the place of a straight: 10 for TJQKA, 9 for A2345, then 8 for 9TJQK down to 1 for 23456; 0 for no straight.
func runPlace(falling []int) int {
	if len(falling) != 5 {
		return 0
	}
	if falling[0] == 13 && falling[1] == 4 && falling[2] == 3 && falling[3] == 2 && falling[4] == 1 {
		return 9
	}
	for place, rank := range falling {
		if rank != falling[0]-place {
			return 0
		}
	}
	if falling[0] == 13 {
		return 10
	}
	return falling[0] - 4
}

func keyed(kind int, keys []int) int {
	for place := 0; place < 5; place++ {
		kind *= 16
		if place < len(keys) {
			kind += keys[place]
		}
	}
	return kind
}
