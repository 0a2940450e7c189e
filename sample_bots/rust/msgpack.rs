//! As much of msgpack (https://msgpack.org) as the arena's messages use.

use std::io::{self, ErrorKind};

#[derive(Debug)]
pub enum Value {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Array(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// What a map holds under `key`; nil for a key that is not there, or for what is no map.
    pub fn get(&self, key: &str) -> &Value {
        match self {
            Value::Map(pairs) => pairs.iter().find(|(name, _)| name == key).map_or(&Value::Nil, |(_, value)| value),
            _ => &Value::Nil,
        }
    }

    /// The text; empty for anything else.
    pub fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// The values of an array; none for anything else.
    pub fn array(&self) -> &[Value] {
        match self {
            Value::Array(values) => values,
            _ => &[],
        }
    }

    pub fn int(&self) -> i64 {
        match self {
            Value::Int(number) => *number,
            _ => 0,
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_string())
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Value::Array(values.into_iter().map(Into::into).collect())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

/// A map with these keys and values.
pub fn map<const N: usize>(pairs: [(&str, Value); N]) -> Value {
    Value::Map(pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

/// Any valid encoding will do, so every length and number is written in its longest form.
pub fn encode(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    bytes
}

fn write(value: &Value, bytes: &mut Vec<u8>) {
    match value {
        Value::Nil => bytes.push(0xc0),
        Value::Bool(truth) => bytes.push(if *truth { 0xc3 } else { 0xc2 }),
        Value::Int(number) => {
            bytes.push(0xd3);
            bytes.extend(number.to_be_bytes());
        }
        Value::Float(number) => {
            bytes.push(0xcb);
            bytes.extend(number.to_be_bytes());
        }
        Value::Text(text) => write_text(text, bytes),
        Value::Array(values) => {
            write_head(0xdd, values.len(), bytes);
            values.iter().for_each(|value| write(value, bytes));
        }
        Value::Map(pairs) => {
            write_head(0xdf, pairs.len(), bytes);
            for (key, value) in pairs {
                write_text(key, bytes);
                write(value, bytes);
            }
        }
    }
}

fn write_text(text: &str, bytes: &mut Vec<u8>) {
    write_head(0xdb, text.len(), bytes);
    bytes.extend(text.as_bytes());
}

fn write_head(kind: u8, length: usize, bytes: &mut Vec<u8>) {
    bytes.push(kind);
    bytes.extend((length as u32).to_be_bytes());
}

/// The one value that `bytes` hold.
pub fn decode(bytes: &[u8]) -> io::Result<Value> {
    Reader { left: bytes }.value()
}

struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> io::Result<Value> {
        let kind = self.take(1)?[0];
        Ok(match kind {
            0x00..=0x7f => Value::Int(kind.into()),
            0x80..=0x8f => self.map(kind & 0x0f)?,
            0x90..=0x9f => self.array(kind & 0x0f)?,
            0xa0..=0xbf => self.text(kind & 0x1f)?,
            0xc0 => Value::Nil,
            0xc2 | 0xc3 => Value::Bool(kind == 0xc3),
            0xca => Value::Float(f32::from_bits(self.unsigned(4)? as u32).into()),
            0xcb => Value::Float(f64::from_bits(self.unsigned(8)?)),
            0xcc..=0xcf => Value::Int(self.unsigned(1 << (kind - 0xcc))? as i64),
            0xd0..=0xd3 => {
                let size = 1 << (kind - 0xd0);
                let shift = 64 - 8 * size as u32;
                Value::Int(((self.unsigned(size)? << shift) as i64) >> shift)
            }
            0xd9..=0xdb => {
                let length = self.unsigned(1 << (kind - 0xd9))?;
                self.text(length)?
            }
            0xdc | 0xdd => {
                let length = self.unsigned(2 << (kind - 0xdc))?;
                self.array(length)?
            }
            0xde | 0xdf => {
                let length = self.unsigned(2 << (kind - 0xde))?;
                self.map(length)?
            }
            0xe0..=0xff => Value::Int((kind as i8).into()),
            _ => return Err(unreadable("a type that the arena does not use")),
        })
    }

    fn take(&mut self, length: usize) -> io::Result<&'a [u8]> {
        if length > self.left.len() {
            return Err(unreadable("the message is cut short"));
        }
        let (taken, left) = self.left.split_at(length);
        self.left = left;
        Ok(taken)
    }

    fn unsigned(&mut self, size: usize) -> io::Result<u64> {
        Ok(self.take(size)?.iter().fold(0, |total, &byte| total << 8 | u64::from(byte)))
    }

    fn text(&mut self, length: impl Into<u64>) -> io::Result<Value> {
        let bytes = self.take(length.into() as usize)?;
        Ok(Value::Text(String::from_utf8_lossy(bytes).into_owned()))
    }

    fn array(&mut self, length: impl Into<u64>) -> io::Result<Value> {
        (0..length.into()).map(|_| self.value()).collect::<io::Result<_>>().map(Value::Array)
    }

    fn map(&mut self, length: impl Into<u64>) -> io::Result<Value> {
        let pair = |_| Ok((self.value()?.text().to_string(), self.value()?));
        (0..length.into()).map(pair).collect::<io::Result<_>>().map(Value::Map)
    }
}

fn unreadable(words: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, words)
}
