PRAGMA application_id = 1268289;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE bots (
    entry INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    author TEXT NOT NULL,
    command TEXT NOT NULL,          -- JSON
    folder TEXT NOT NULL,
    digest TEXT NOT NULL,
    facts TEXT NOT NULL,            -- JSON: every other field of the program
    rating REAL NOT NULL
) STRICT;
INSERT INTO "bots" VALUES(1,'ada','1','Ada','["/tmp/arena-old/bin/python","bot.py"]','/tmp/v1cup/ada','e0b2b6630cbdd5936160524094054089e4e3f920cb07a3db33039dee89d8c618','{"built":[]}',1500.0);
INSERT INTO "bots" VALUES(2,'bea','','','["/tmp/arena-old/bin/python","bot.py"]','/tmp/v1cup/bea','37e8db5926215007e6cfb23b4d50662d5c7eaa8fad73b1b0c4cabaebbdb77712','{"built":[]}',1500.0);
INSERT INTO "bots" VALUES(3,'cyd','','','["/tmp/arena-old/bin/python","cyd.py"]','/tmp/v1cup','66b98faf52e9a9174eaed839d9d794eb238393ff920d864685722a68098e9c18','{"built":null}',1500.0);
INSERT INTO "bots" VALUES(4,'ada-2','1','Ada','["/tmp/arena-old/bin/python","bot.py"]','/tmp/v1cup/ada','e0b2b6630cbdd5936160524094054089e4e3f920cb07a3db33039dee89d8c618','{"built":[]}',1500.0);
CREATE TABLE decisions (            -- by the organizer's hand
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,             -- withdraw, disqualify, void
    subject TEXT NOT NULL,          -- a bot, or a match
    reason TEXT NOT NULL
) STRICT;
INSERT INTO "decisions" VALUES(1,'2026-11-30T20:20:14+00:00','withdraw','cyd','went home');
CREATE TABLE final (                -- what the end decided, kept so that it can be held against a recomputation
    part TEXT PRIMARY KEY,          -- stages, standings, ratings
    content TEXT NOT NULL           -- JSON
) STRICT;
CREATE TABLE legs (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    facts TEXT NOT NULL,            -- JSON: every other field of the leg
    rounds BLOB NOT NULL,
    PRIMARY KEY (match, number)
) STRICT;
INSERT INTO "legs" VALUES('s1t1',0,'{"processor_ms":[50,66],"seating":[0,1],"voided":0,"worst_lag_us":11494}',X'78DA9B3C9971D2E4237CCC8CECAC7C3C42729AFA7A3A060C6799591700058D3564A4A524C445840539D99818CE4C583089F9EF6426907246060E41017109196525750D5D8633C7C0AA0D745414E52485B8B938D9D918F2C18A99418A99D8D9583884C5C544A494953419CE32C683546B2BC8C94A8A0A09F201953333E42C98C4F81F0047D72183');
CREATE TABLE losses (               -- attempts at a match whose process died
    match TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    at TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (match, attempt)
) STRICT;
CREATE TABLE matches (
    id TEXT PRIMARY KEY,            -- the table's id; from its second play on with #2, #3 …
    stage INTEGER NOT NULL,
    seats TEXT NOT NULL,            -- JSON: names, in the order of every list by bot
    absent TEXT NOT NULL,           -- JSON: names of those seated who had withdrawn, best seeding first
    voided INTEGER REFERENCES decisions (number),
    settings TEXT NOT NULL,         -- JSON
    deal_seed BLOB NOT NULL,
    reason TEXT NOT NULL,
    facts TEXT NOT NULL,            -- JSON: every other field of the result
    totals TEXT NOT NULL,           -- JSON, by bot: exact sums over all seatings
    deals BLOB NOT NULL,
    finished TEXT NOT NULL,
    digest TEXT NOT NULL            -- over all facts of the match
) STRICT;
INSERT INTO "matches" VALUES('s1t1',1,'["ada","cyd"]','[]',NULL,'{"bank_ms":0,"batch":1,"decision_ms":20000,"duplicate":false,"grace_ms":2000,"isolation":"auto","limits":{"memory_mib":512,"open_files":256,"output_kib":256,"processes":64,"processor_s":3600,"scratch_mib":64},"on_late":"foul","restarts":1,"rounds":3,"startup_ms":30000,"strikes":10,"thinking":"parallel"}',X'AEFEEB5F5B470C199D3FBD7840B520FF5FF6CF4966C46BE3A077268F0BA944F9','completed','{"isolation":["4: bubblewrap + system-call filter + limits + user of its own","0: limits only, trusted"],"referee_peak_kib":34856,"sampled":[[0,1]],"seatings":1,"stale":[0,0],"states":["playing","playing"]}','[7,-7]',X'78DA9B3C89F92F0831FE07001C13054A','2026-11-30T20:19:55+00:00','316f8c7fda244e81b9b873c38a08e216ebe94b07a06c8d5e5914195411fd634c');
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    machine TEXT NOT NULL           -- JSON
) STRICT;
INSERT INTO "runs" VALUES(1,'2026-11-30T20:19:54+00:00',1,'{"system": "Linux 6.18.44-fc-v595", "processor": "x86_64", "cores": 2, "python": "3.11.7", "arena": "0.1.0"}');
CREATE TABLE strikes (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    bot INTEGER NOT NULL,           -- index into the match's seats
    leg INTEGER NOT NULL,
    round INTEGER NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    request INTEGER,
    late_ms INTEGER,
    PRIMARY KEY (match, number)
) STRICT;
CREATE TABLE tournament (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    file TEXT NOT NULL,             -- the tournament file as it was read
    config TEXT NOT NULL,           -- JSON: sections tournament, match and stages with every default written out
    game TEXT NOT NULL,
    rules TEXT NOT NULL,            -- JSON: the rule set in full
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    arena TEXT NOT NULL,            -- version
    started TEXT NOT NULL,
    seal TEXT,                      -- digest over all that counts, set with the final tables
    finished TEXT                   -- the final marker, the last write of all
) STRICT;
INSERT INTO "tournament" VALUES(1,'Old cup','[tournament]
name = "Old cup"
rules = "rules.toml"
seed = "open"

[match]
rounds = 3
duplicate = false
startup = "30s"
decision = "20s"

[[bots]]
path = "ada"

[[bots]]
path = "bea"

[[bots]]
name = "cyd"
command = ["python", "cyd.py"]

[[bots]]
path = "ada"
name = "ada-2"

[[stages]]
format = "elimination"
table_size = 2
advance = 1
extra_limit = 0
','{"match":{"bank":"0s","batch":1,"decision":"20s","duplicate":false,"grace":null,"isolation":"auto","limits":{"memory":"512MiB","open_files":256,"output":"256KiB","processes":64,"processor":"60m","scratch":"64MiB"},"on_late":"foul","restarts":1,"rounds":3,"startup":"30s","strikes":10,"thinking":"parallel","trace":false,"until":null},"stages":[{"advance":1,"extra_limit":0,"extra_rounds":20,"format":"elimination","table_size":2,"third_place":false,"tie_breaks":["extra-rounds","seeding"]}],"tournament":{"base":null,"name":"Old cup","rules":"rules.toml","salt":"","seed":"open","seeding":"entry"}}','shisanshui','{"all_special":"ranked","base":1,"chinese":"old","deck":{"extra_suits":[],"jokers":0,"packs":1},"declare":"auto","equal_rows":"legal","escape":{"each_gains":1,"pays":18},"foul_is_shot":false,"gun":"table","guns_with_specials":false,"home_run":{"bonus":12,"double":false,"multiply":false},"horse":"","multiplier":1,"name":"old","notes":[],"notes_chinese":[],"row_water":"table-max","specials":{"order":["pure-dragon","dragon","twelve-royals","three-straight-flushes","three-quads","all-high","all-low","one-color","four-triples","five-pairs-triple","six-pairs","three-flushes","three-straights"],"water":{"all-high":15,"all-low":12,"black-with-one-red":13,"dragon":36,"five-pairs-triple":5,"four-triples":6,"half-low":3,"one-color":10,"pure-dragon":108,"red-with-one-black":13,"six-pairs":4,"three-flushes":3,"three-quads":20,"three-straight-flushes":22,"three-straights":3,"three-triples-quad":8,"twelve-royals":24}},"water":{"back":{"five-of-a-kind":10,"four-of-a-kind":4,"straight-flush":5},"front":{"three-of-a-kind":3},"middle":{"five-of-a-kind":20,"four-of-a-kind":8,"full-house":2,"straight-flush":10}}}',X'6F70656E','2348f998744212575d85959674f9607ab26f67708a917157472832386337c904','0.1.0','2026-11-30T20:19:54+00:00',NULL,NULL);
COMMIT;
