//! As much of ZeroMQ's protocol (ZMTP 3.0, https://rfc.zeromq.org/spec/23) as a bot needs: a DEALER, connected to a path.

use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;

const LONG: u8 = 2;
const COMMAND: u8 = 4;
const READY: &[u8] = b"\x05READY\x0bSocket-Type\0\0\0\x06DEALER";

pub struct Dealer {
    incoming: BufReader<UnixStream>,
    outgoing: UnixStream,
}

impl Dealer {
    /// Connects to `ipc://PATH` and shakes hands.
    pub fn connect(endpoint: &str) -> io::Result<Self> {
        let elsewhere = || io::Error::new(ErrorKind::Unsupported, format!("{endpoint}: this bot knows ipc:// alone"));
        let mut outgoing = UnixStream::connect(endpoint.strip_prefix("ipc://").ok_or_else(elsewhere)?)?;
        let mut incoming = BufReader::new(outgoing.try_clone()?);
        let mut greeting = [0; 64];
        greeting[0] = 0xff;
        greeting[9] = 0x7f;
        greeting[10] = 3;
        greeting[12..16].copy_from_slice(b"NULL");
        outgoing.write_all(&greeting)?;
        incoming.read_exact(&mut greeting)?;
        let mut dealer = Dealer { incoming, outgoing };
        dealer.write(COMMAND, READY)?;
        let (kind, answer) = dealer.read()?;
        if kind & COMMAND == 0 || !answer.starts_with(&READY[..6]) {
            return Err(io::Error::new(ErrorKind::InvalidData, "the other side refused the handshake"));
        }
        Ok(dealer)
    }

    pub fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.write(0, message)
    }

    /// The next message, however long it takes.
    pub fn receive(&mut self) -> io::Result<Vec<u8>> {
        loop {
            let (kind, body) = self.read()?;
            if kind & COMMAND == 0 {
                return Ok(body);
            }
        }
    }

    fn write(&mut self, kind: u8, body: &[u8]) -> io::Result<()> {
        let mut frame = Vec::with_capacity(9 + body.len());
        match u8::try_from(body.len()) {
            Ok(length) => frame.extend([kind, length]),
            Err(_) => {
                frame.push(kind | LONG);
                frame.extend((body.len() as u64).to_be_bytes());
            }
        }
        frame.extend(body);
        self.outgoing.write_all(&frame)
    }

    fn read(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let mut head = [0; 9];
        self.incoming.read_exact(&mut head[..2])?;
        let mut length = u64::from(head[1]);
        if head[0] & LONG != 0 {
            self.incoming.read_exact(&mut head[2..])?;
            length = head[1..].iter().fold(0, |total, &byte| total << 8 | u64::from(byte));
        }
        let mut body = vec![0; length as usize];
        self.incoming.read_exact(&mut body)?;
        Ok((head[0], body))
    }
}
