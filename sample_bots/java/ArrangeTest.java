import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Run with {@code java -cp build ArrangeTest}. */
final class ArrangeTest {
    private static int failed;

    private static void check(boolean holds, String what) {
        if (holds) return;
        System.err.println("FAILED: " + what);
        failed++;
    }

    private static int value(List<String> row) {
        return Arrange.rowValue(Arrange.cardsOf(row));
    }

    private static void rowsStandInTheirOrder() {
        String[] ascending = {
            "2s 3h 5d", "9s Th Jd Qc Ad", "2s 2h 5d", "2s 2h 3d 4c 5d", "As Ah Kd Qc Jd", "2s 2h 3d 3c 4d", "2s 2h 2d",
            "2s 2h 2d 3c 4d", "2s 3h 4d 5c 6d", "9s Th Jd Qc Kd", "As 2h 3d 4c 5d", "Ts Jh Qd Kc Ad", "2s 3s 4s 5s 7s",
            "2s 2h 2d 3c 3d", "2s 2h 2d 2c 3d", "2s 3s 4s 5s 6s", "2s 2h 2d 2c 2d"
        };
        for (int row = 1; row < ascending.length; row++) {
            check(value(hand(ascending[row - 1])) < value(hand(ascending[row])), ascending[row]);
        }
    }

    private static void allCardsAreLaidInRowsThatRise(String text) {
        Arrange.Rows rows = Arrange.arrange(hand(text), false);
        check(rows.front().size() == 3 && rows.middle().size() == 5 && rows.back().size() == 5, text + ": sizes");
        List<String> laid = new ArrayList<>();
        Stream.of(rows.front(), rows.middle(), rows.back()).forEach(laid::addAll);
        check(laid.stream().sorted().toList().equals(hand(text).stream().sorted().toList()), text + ": cards");
        if (text.contains("X")) return; // a joker's stand-in is known to the whole hand alone
        check(value(rows.front()) <= value(rows.middle()) && value(rows.middle()) <= value(rows.back()), text + ": order");
    }

    private static List<String> hand(String text) {
        return List.of(text.split(" "));
    }

    public static void main(String[] arguments) {
        rowsStandInTheirOrder();
        allCardsAreLaidInRowsThatRise("As Kh Kd Qc Qs 9h 9d 8c 7s 5h 4d 3c 2s");
        allCardsAreLaidInRowsThatRise("As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd");
        allCardsAreLaidInRowsThatRise("Xs Xb Kd Qc Js 9h 8d 7c 6s 5h 4d 3c 2s");
        if (failed == 0) System.out.println("all tests passed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
