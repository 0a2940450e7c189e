import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The conversation with the arena: hello, then an answer to every decide, until bye. protocol/SPEC.md explains it. */
final class Bot {
    private Bot() {}

    public static void main(String[] arguments) throws IOException {
        String endpoint = System.getenv("ARENA_ENDPOINT");
        if (endpoint == null) {
            System.err.println(
                    "this is a bot, and a bot is started by the arena: try `arena play` (ARENA_ENDPOINT is not set)");
            System.exit(2);
        }
        System.exit(play(new Zmtp(endpoint)));
    }

    /** Plays until the arena says goodbye; the status to end with. */
    private static int play(Zmtp arena) throws IOException {
        arena.send(Msgpack.encode(Map.of(
                "type", "hello",
                "protocol", List.of(1),
                "token", System.getenv().getOrDefault("ARENA_TOKEN", ""),
                "name", "java",
                "games", List.of("shisanshui"),
                "batch", 64,
                "events", "none")));
        boolean strict = false;
        while (true) {
            Map<?, ?> message = (Map<?, ?>) Msgpack.decode(arena.receive());
            switch ((String) message.get("type")) {
                case "match" -> strict = "foul".equals(((Map<?, ?>) message.get("rules")).get("equal_rows"));
                case "decide" -> {
                    tellStrikes((List<?>) message.get("events"));
                    arena.send(Msgpack.encode(answerTo(message, strict)));
                }
                case "refused" -> {
                    System.err.println("refused by the arena: " + message.get("message"));
                    return 2;
                }
                case "bye" -> {
                    return 0;
                }
                default -> {} // the protocol may grow
            }
        }
    }

    private static void tellStrikes(List<?> events) {
        for (Object each : events) {
            Map<?, ?> event = (Map<?, ?>) each;
            if (!"strike".equals(event.get("type"))) continue;
            System.err.println("strike " + event.get("code") + ": " + event.get("message"));
        }
    }

    private static Map<String, Object> answerTo(Map<?, ?> decide, boolean strict) {
        List<Object> actions = new ArrayList<>();
        for (Object item : (List<?>) decide.get("items")) {
            List<String> hand = ((List<?>) ((Map<?, ?>) item).get("hand")).stream().map(String.class::cast).toList();
            Arrange.Rows rows = Arrange.arrange(hand, strict);
            actions.add(Map.of("front", rows.front(), "middle", rows.middle(), "back", rows.back()));
        }
        return Map.of(
                "type", "answer",
                "match", decide.get("match"),
                "request", decide.get("request"),
                "actions", actions);
    }
}
