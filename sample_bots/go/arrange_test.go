package main

import (
	"reflect"
	"sort"
	"strings"
	"testing"
)

func valueOf(row []string) int { return rowValue(cardsOf(row)) }

func TestRowsStandInTheirOrder(t *testing.T) {
	ascending := []string{
		"2s 3h 5d", "9s Th Jd Qc Ad", "2s 2h 5d", "2s 2h 3d 4c 5d", "As Ah Kd Qc Jd", "2s 2h 3d 3c 4d", "2s 2h 2d",
		"2s 2h 2d 3c 4d", "2s 3h 4d 5c 6d", "9s Th Jd Qc Kd", "As 2h 3d 4c 5d", "Ts Jh Qd Kc Ad", "2s 3s 4s 5s 7s",
		"2s 2h 2d 3c 3d", "2s 2h 2d 2c 3d", "2s 3s 4s 5s 6s", "2s 2h 2d 2c 2d",
	}
	for place, text := range ascending[1:] {
		if valueOf(strings.Fields(ascending[place])) >= valueOf(strings.Fields(text)) {
			t.Errorf("%s is not above %s", text, ascending[place])
		}
	}
}

func TestAllThirteenCardsAreLaidInRowsThatRise(t *testing.T) {
	for _, text := range []string{
		"As Kh Kd Qc Qs 9h 9d 8c 7s 5h 4d 3c 2s",
		"As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd",
		"Xs Xb Kd Qc Js 9h 8d 7c 6s 5h 4d 3c 2s",
	} {
		dealt := strings.Fields(text)
		rows := arrange(dealt, false)
		if len(rows.Front) != 3 || len(rows.Middle) != 5 || len(rows.Back) != 5 {
			t.Errorf("%s: sizes of %v", text, rows)
		}
		laid := append(append(append([]string{}, rows.Front...), rows.Middle...), rows.Back...)
		sort.Strings(laid)
		sort.Strings(dealt)
		if !reflect.DeepEqual(laid, dealt) {
			t.Errorf("%s: cards of %v", text, rows)
		}
		if text[0] == 'X' {
			continue // a joker's stand-in is known to the whole hand alone
		}
		if valueOf(rows.Front) > valueOf(rows.Middle) || valueOf(rows.Middle) > valueOf(rows.Back) {
			t.Errorf("%s: order of %v", text, rows)
		}
	}
}
