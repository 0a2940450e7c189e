// Run with `make test`.

#include <iostream>
#include <sstream>

#include "arrange.hpp"

static int failed = 0;

static void check(bool holds, const std::string& what) {
    if (!holds) std::cerr << "FAILED: " << what << "\n", ++failed;
}

static Hand hand(const std::string& text) {
    std::istringstream words(text);
    Hand cards;
    for (std::string card; words >> card;) cards.push_back(card);
    return cards;
}

static int value(const Hand& row) { return row_value(cards_of(row)); }

static void rows_stand_in_their_order() {
    const std::vector<std::string> ascending = {
        "2s 3h 5d",       "9s Th Jd Qc Ad", "2s 2h 5d",       "2s 2h 3d 4c 5d", "As Ah Kd Qc Jd", "2s 2h 3d 3c 4d",
        "2s 2h 2d",       "2s 2h 2d 3c 4d", "2s 3h 4d 5c 6d", "9s Th Jd Qc Kd", "As 2h 3d 4c 5d", "Ts Jh Qd Kc Ad",
        "2s 3s 4s 5s 7s", "2s 2h 2d 3c 3d", "2s 2h 2d 2c 3d", "2s 3s 4s 5s 6s", "2s 2h 2d 2c 2d"};
    for (std::size_t row = 1; row < ascending.size(); ++row)
        check(value(hand(ascending[row - 1])) < value(hand(ascending[row])), ascending[row]);
}

static void all_cards_are_laid_in_rows_that_rise(const std::string& text) {
    const auto dealt = hand(text);
    const auto rows = arrange(dealt, false);
    check(rows.front.size() == 3 && rows.middle.size() == 5 && rows.back.size() == 5, text + ": sizes");
    auto laid = rows.front;
    laid.insert(laid.end(), rows.middle.begin(), rows.middle.end());
    laid.insert(laid.end(), rows.back.begin(), rows.back.end());
    auto sorted = dealt;
    std::sort(laid.begin(), laid.end());
    std::sort(sorted.begin(), sorted.end());
    check(laid == sorted, text + ": cards");
    if (text.find('X') == std::string::npos)
        check(value(rows.front) <= value(rows.middle) && value(rows.middle) <= value(rows.back), text + ": order");
}

int main() {
    rows_stand_in_their_order();
    all_cards_are_laid_in_rows_that_rise("As Kh Kd Qc Qs 9h 9d 8c 7s 5h 4d 3c 2s");
    all_cards_are_laid_in_rows_that_rise("As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd");
    all_cards_are_laid_in_rows_that_rise("Xs Xb Kd Qc Js 9h 8d 7c 6s 5h 4d 3c 2s");
    if (failed == 0) std::cout << "all tests passed\n";
    return failed == 0 ? 0 : 1;
}
