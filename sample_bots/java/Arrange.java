import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The best back there is, then the best middle that the rest gives. */
final class Arrange {
    private static final String RANKS = "23456789TJQKA";
    private static final int ALL = (1 << 13) - 1;

    record Rows(List<String> front, List<String> middle, List<String> back) {}

    /** The rank is 1 for the deuce to 13 for the ace. */
    record Card(int rank, char suit) {}

    /** A row of five, as bits of the hand, and what it is worth. */
    private record Five(int row, int value) {}

    private Arrange() {}

    /** Lays 13 cards; {@code strict} when equal rows foul. */
    static Rows arrange(List<String> hand, boolean strict) {
        List<Card> cards = cardsOf(hand);
        List<Five> fives = IntStream.rangeClosed(0, ALL)
                .filter(row -> Integer.bitCount(row) == 5)
                .mapToObj(row -> new Five(row, rowValue(chosen(row, cards))))
                .sorted(Comparator.comparingInt(Five::value).reversed())
                .toList();
        for (Five back : fives) {
            for (Five middle : fives) {
                if ((middle.row & back.row) != 0 || !rises(middle.value, back.value, strict)) continue;
                int front = ALL ^ back.row ^ middle.row;
                if (rises(rowValue(chosen(front, cards)), middle.value, strict)) {
                    return new Rows(chosen(front, hand), chosen(middle.row, hand), chosen(back.row, hand));
                }
            }
        }
        throw new IllegalStateException("no legal arrangement of " + String.join(" ", hand));
    }

    private static boolean rises(int lower, int higher, boolean strict) {
        return lower < higher || (!strict && lower == higher);
    }

    private static <T> List<T> chosen(int row, List<T> of) {
        List<T> found = new ArrayList<>();
        for (int place = 0; place < of.size(); place++) {
            if ((row >> place & 1) == 1) found.add(of.get(place));
        }
        return found;
    }

    /** The hand as cards. A joker (王) counts as one more of the rank held most often: humble, but legal under the rules. */
    static List<Card> cardsOf(List<String> hand) {
        List<Card> cards = hand.stream().map(text -> new Card(RANKS.indexOf(text.charAt(0)) + 1, text.charAt(1))).toList();
        Card model = cards.stream()
                .filter(card -> card.rank > 0)
                .max(Comparator.comparingInt(card -> held(card.rank, cards)))
                .orElseThrow();
        return cards.stream().map(card -> card.rank == 0 ? model : card).toList();
    }

    private static int held(int rank, List<Card> cards) {
        return (int) cards.stream().filter(card -> card.rank == rank).count();
    }

    /** What a row of three or five is worth: higher is better, equal is a tie. The type, then up to five keys of four bits. */
    static int rowValue(List<Card> row) {
        int[] count = new int[14];
        for (Card card : row) count[card.rank]++;
        int[] ranks = row.stream().mapToInt(card -> -card.rank).sorted().map(rank -> -rank).toArray();
        int[] groups = IntStream.of(ranks)
                .distinct()
                .boxed()
                .sorted(Comparator.comparingInt((Integer rank) -> count[rank]).reversed())
                .mapToInt(rank -> rank)
                .toArray();
        boolean flush = row.size() == 5 && row.stream().allMatch(card -> card.suit == row.get(0).suit);
        int run = runPlace(ranks);
        int first = count[groups[0]];
        int second = groups.length > 1 ? count[groups[1]] : 0;
        if (first == 5) return keyed(9, groups);
        if (flush && run > 0) return keyed(8, run);
        if (first == 4) return keyed(7, groups);
        if (first == 3 && second == 2) return keyed(6, groups);
        if (flush) return keyed(5, ranks);
        if (run > 0) return keyed(4, run);
        if (first == 3) return keyed(3, groups);
        if (first == 2) return keyed(second == 2 ? 2 : 1, groups);
        return keyed(0, groups);
    }

    /** The place of a straight: 10 for TJQKA, 9 for A2345, then 8 for 9TJQK down to 1 for 23456; 0 for no straight. */
    private static int runPlace(int[] ranks) {
        if (ranks.length != 5) return 0;
        if (List.of(13, 4, 3, 2, 1).equals(IntStream.of(ranks).boxed().toList())) return 9;
        for (int place = 1; place < 5; place++) {
            if (ranks[place] != ranks[0] - place) return 0;
        }
        return ranks[0] == 13 ? 10 : ranks[0] - 4;
    }

    private static int keyed(int kind, int... keys) {
        for (int place = 0; place < 5; place++) kind = kind * 16 + (place < keys.length ? keys[place] : 0);
        return kind;
    }
}
