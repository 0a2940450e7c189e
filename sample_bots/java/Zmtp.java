import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** As much of ZeroMQ's protocol (ZMTP 3.0, https://rfc.zeromq.org/spec/23) as a bot needs: a DEALER, connected to a path. */
final class Zmtp {
    private static final int LONG = 2;
    private static final int COMMAND = 4;
    private static final byte[] READY =
            "\5READY\13Socket-Type\0\0\0\6DEALER".getBytes(StandardCharsets.ISO_8859_1);

    private record Frame(int kind, byte[] body) {}

    private final SocketChannel channel;

    /** Connects to {@code ipc://PATH} and shakes hands. */
    Zmtp(String endpoint) throws IOException {
        if (!endpoint.startsWith("ipc://")) throw new IOException(endpoint + ": this bot knows ipc:// alone");
        channel = SocketChannel.open(UnixDomainSocketAddress.of(endpoint.substring("ipc://".length())));
        byte[] greeting = new byte[64];
        greeting[0] = (byte) 0xff;
        greeting[9] = 0x7f;
        greeting[10] = 3;
        System.arraycopy("NULL".getBytes(StandardCharsets.US_ASCII), 0, greeting, 12, 4);
        writeAll(ByteBuffer.wrap(greeting));
        readAll(greeting.length);
        write(COMMAND, READY);
        Frame answer = read();
        if ((answer.kind & COMMAND) == 0 || !Arrays.equals(answer.body, 0, 6, READY, 0, 6)) {
            throw new IOException("the other side refused the handshake");
        }
    }

    void send(byte[] message) throws IOException {
        write(0, message);
    }

    /** The next message, however long it takes. */
    byte[] receive() throws IOException {
        while (true) {
            Frame frame = read();
            if ((frame.kind & COMMAND) == 0) return frame.body;
        }
    }

    private void write(int kind, byte[] body) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + body.length);
        if (body.length <= 255) {
            frame.put((byte) kind).put((byte) body.length);
        } else {
            frame.put((byte) (kind | LONG)).putLong(body.length);
        }
        writeAll(frame.put(body).flip());
    }

    private Frame read() throws IOException {
        int kind = readAll(1).get();
        long length = (kind & LONG) == 0 ? readAll(1).get() & 0xff : readAll(8).getLong();
        return new Frame(kind, readAll((int) length).array());
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    private ByteBuffer readAll(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) throw new EOFException("the arena has closed the connection");
        }
        return bytes.flip();
    }
}
