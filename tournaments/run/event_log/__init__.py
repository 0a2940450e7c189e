"""What a run tells as it goes: `events.jsonl`, held against the record afterwards, and the tables in play."""
