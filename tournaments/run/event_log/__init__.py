"""`events.jsonl`: written as things happen, and held against the record afterwards."""
