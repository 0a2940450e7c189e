import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of msgpack (https://msgpack.org) as the arena's messages use. A value is null, a Boolean, a Long, a Double, a
 * String, a List or a Map.
 */
final class Msgpack {
    private Msgpack() {}

    /** Any valid encoding will do, so every length and number is written in its longest form. */
    static byte[] encode(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(value, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static void write(Object value, DataOutputStream out) throws IOException {
        if (value instanceof Number number) {
            out.write(0xd3);
            out.writeLong(number.longValue());
        } else if (value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.write(0xdb);
            out.writeInt(bytes.length);
            out.write(bytes);
        } else if (value instanceof List<?> list) {
            out.write(0xdd);
            out.writeInt(list.size());
            for (Object one : list) write(one, out);
        } else if (value instanceof Map<?, ?> map) {
            out.write(0xdf);
            out.writeInt(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                write(entry.getKey(), out);
                write(entry.getValue(), out);
            }
        } else {
            throw new IllegalArgumentException(value + " cannot be sent");
        }
    }

    /** The one value that a message holds; a BufferUnderflowException when it is cut short. */
    static Object decode(byte[] message) {
        return read(ByteBuffer.wrap(message));
    }

    private static Object read(ByteBuffer in) {
        int kind = in.get() & 0xff;
        if (kind <= 0x7f || kind >= 0xe0) return (long) (byte) kind;
        if (kind <= 0x8f) return readMap(in, kind & 0x0f);
        if (kind <= 0x9f) return readList(in, kind & 0x0f);
        if (kind <= 0xbf) return readText(in, kind & 0x1f);
        return switch (kind) {
            case 0xc0 -> null;
            case 0xc2, 0xc3 -> kind == 0xc3;
            case 0xca -> (double) in.getFloat();
            case 0xcb -> in.getDouble();
            case 0xcc -> in.get() & 0xffL;
            case 0xcd -> in.getShort() & 0xffffL;
            case 0xce -> in.getInt() & 0xffffffffL;
            case 0xcf, 0xd3 -> in.getLong();
            case 0xd0 -> (long) in.get();
            case 0xd1 -> (long) in.getShort();
            case 0xd2 -> (long) in.getInt();
            case 0xd9 -> readText(in, in.get() & 0xff);
            case 0xda -> readText(in, in.getShort() & 0xffff);
            case 0xdb -> readText(in, in.getInt());
            case 0xdc -> readList(in, in.getShort() & 0xffff);
            case 0xdd -> readList(in, in.getInt());
            case 0xde -> readMap(in, in.getShort() & 0xffff);
            case 0xdf -> readMap(in, in.getInt());
            default -> throw new IllegalArgumentException("type " + kind + ", which the arena does not use");
        };
    }

    private static String readText(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<Object> readList(ByteBuffer in, int length) {
        List<Object> values = new ArrayList<>();
        for (int place = 0; place < length; place++) values.add(read(in));
        return values;
    }

    private static Map<Object, Object> readMap(ByteBuffer in, int length) {
        Map<Object, Object> values = new LinkedHashMap<>();
        for (int place = 0; place < length; place++) values.put(read(in), read(in));
        return values;
    }
}
