// Looks at every arrangement there is, 72,072 of them, and takes the one whose rows stand best against middling rows.

#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

using Hand = std::vector<std::string>;

struct Arrangement {
    Hand front, middle, back;
};

struct Card {
    int rank;  // 1 for the deuce to 13 for the ace
    char suit;
};

// The hand as cards. A joker (王) counts as one more of the rank held most often: humble, but legal under the rules.
inline std::vector<Card> cards_of(const Hand& hand) {
    const std::string ranks = "23456789TJQKA";
    std::vector<Card> cards;
    std::array<int, 14> held{};
    for (const auto& text : hand) {
        int rank = text[0] == 'X' ? 0 : static_cast<int>(ranks.find(text[0])) + 1;
        cards.push_back({rank, text[1]});
        ++held[rank];
    }
    auto most = std::max_element(held.begin() + 1, held.end()) - held.begin();
    auto model = std::find_if(cards.begin(), cards.end(), [&](const Card& card) { return card.rank == most; });
    for (auto& card : cards)
        if (card.rank == 0) card = *model;
    return cards;
}

// What a row of three or five is worth: higher is better, equal is a tie. The type, then up to five keys of four bits.
inline int row_value(const std::vector<Card>& row) {
    std::array<int, 14> count{};
    for (const auto& card : row) ++count[card.rank];
    std::vector<int> ranks, groups;
    for (const auto& card : row) ranks.push_back(card.rank);
    std::sort(ranks.rbegin(), ranks.rend());
    for (int rank : ranks)
        if (std::find(groups.begin(), groups.end(), rank) == groups.end()) groups.push_back(rank);
    std::stable_sort(groups.begin(), groups.end(), [&](int a, int b) { return count[a] > count[b]; });

    auto value = [](int type, const std::vector<int>& keys) {
        for (std::size_t place = 0; place < 5; ++place) type = type * 16 + (place < keys.size() ? keys[place] : 0);
        return type;
    };
    const bool five = row.size() == 5;
    const bool flush =
        five && std::all_of(row.begin(), row.end(), [&](const Card& card) { return card.suit == row[0].suit; });
    int run = 0;  // 10 for TJQKA, 9 for A2345, 8 for 9TJQK down to 1 for 23456
    if (five && groups.size() == 5) {
        if (ranks == std::vector<int>{13, 4, 3, 2, 1}) run = 9;
        else if (ranks[0] - ranks[4] == 4) run = ranks[0] == 13 ? 10 : ranks[0] - 4;
    }
    const int first = count[groups[0]], second = groups.size() > 1 ? count[groups[1]] : 0;
    if (first == 5) return value(9, groups);
    if (flush && run) return value(8, {run});
    if (first == 4) return value(7, groups);
    if (first == 3 && second == 2) return value(6, groups);
    if (flush) return value(5, ranks);
    if (run) return value(4, {run});
    if (first == 3) return value(3, groups);
    if (first == 2) return value(second == 2 ? 2 : 1, groups);
    return value(0, groups);
}

// Lays 13 cards; `strict` when equal rows foul.
inline Arrangement arrange(const Hand& hand, bool strict) {
    constexpr int all = (1 << 13) - 1;
    const auto cards = cards_of(hand);
    std::vector<int> fives, value(all + 1, -1);
    for (int row = 0; row <= all; ++row) {
        const int size = __builtin_popcount(row);
        if (size != 3 && size != 5) continue;
        std::vector<Card> chosen;
        for (int place = 0; place < 13; ++place)
            if (row >> place & 1) chosen.push_back(cards[place]);
        value[row] = row_value(chosen);
        if (size == 5) fives.push_back(row);
    }
    // A row that is as good as a middling one of its place counts a half, the best of all nearly one.
    auto share = [&](int row, double middling) { return value[row] / (value[row] + middling); };
    double most = -1;
    std::array<int, 3> best{};
    for (int back : fives)
        for (int middle : fives) {
            const int front = all ^ back ^ middle;
            if (back & middle || value[middle] > value[back] || value[front] > value[middle]) continue;
            if (strict && (value[middle] == value[back] || value[front] == value[middle])) continue;
            const double total = share(front, 1.2e6) + share(middle, 2.6e6) + share(back, 6.1e6);
            if (total > most) most = total, best = {front, middle, back};
        }
    if (most < 0) throw std::runtime_error("no legal arrangement");
    std::array<Hand, 3> rows;
    for (int row = 0; row < 3; ++row)
        for (int place = 0; place < 13; ++place)
            if (best[row] >> place & 1) rows[row].push_back(hand[place]);
    return {rows[0], rows[1], rows[2]};
}
