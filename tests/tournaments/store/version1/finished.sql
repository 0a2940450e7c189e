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
CREATE TABLE final (                -- what the end decided, kept so that it can be held against a recomputation
    part TEXT PRIMARY KEY,          -- stages, standings, ratings
    content TEXT NOT NULL           -- JSON
) STRICT;
INSERT INTO "final" VALUES('stages','[{"byes":[],"number":1,"rulings":[],"tables":[{"advanced":["ada"],"extra":[],"places":{"ada":1,"cyd":2},"rulings":[],"table":{"match":"s1t1","rounds":null,"seats":["ada","cyd"]}},{"advanced":["bea"],"extra":[],"places":{"ada-2":2,"bea":1},"rulings":[],"table":{"match":"s1t2","rounds":null,"seats":["bea","ada-2"]}}],"title":"Semi-finals · 半决赛"},{"byes":[],"number":2,"rulings":[],"tables":[{"advanced":["ada"],"extra":[],"places":{"ada":1,"bea":2},"rulings":[],"table":{"match":"s2t1","rounds":null,"seats":["ada","bea"]}}],"title":"Final · 决赛"}]');
INSERT INTO "final" VALUES('standings','[{"name":"ada","place":1,"stage":2},{"name":"bea","place":2,"stage":2},{"name":"cyd","place":3,"stage":1},{"name":"ada-2","place":3,"stage":1}]');
INSERT INTO "final" VALUES('ratings','{"deals":9,"players":[{"better_than_next":0.8588,"bootstrap95":null,"elo":1769.5,"error95":281.0,"name":"ada","online":null,"rank":1,"results":6},{"better_than_next":0.8343,"bootstrap95":null,"elo":1546.9,"error95":259.1,"name":"bea","online":null,"rank":2,"results":6},{"better_than_next":0.5099,"bootstrap95":null,"elo":1346.1,"error95":341.1,"name":"ada-2","online":null,"rank":3,"results":3},{"better_than_next":null,"bootstrap95":null,"elo":1337.5,"error95":420.8,"name":"cyd","online":null,"rank":4,"results":3}],"pools":[["ada","bea","ada-2","cyd"]],"settings":{"anchor":null,"anchor_elo":1500.0,"bootstrap":0,"prior_sd":350.0},"warnings":["never beaten, so the prior alone bounds the rating: ada","never beat anyone, so the prior alone bounds the rating: ada-2, cyd"]}');
CREATE TABLE legs (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    facts TEXT NOT NULL,            -- JSON: every other field of the leg
    rounds BLOB NOT NULL,
    PRIMARY KEY (match, number)
) STRICT;
INSERT INTO "legs" VALUES('s1t1',0,'{"processor_ms":[60,80],"seating":[0,1],"voided":0,"worst_lag_us":20716}',X'78DA9B3C9971D2E4237CCC8CECAC7C3C42729AFA7A3A060C6799781600058D3564A4A524C445840539D99818CE7C593089F9EF6426907246060E41017109196525750D5D8658B062031D15453949216E2E4E7636863367C08A99418A99D8D9583884C5C544A49495341942408AB515E46425458504F980AA9919CEBC593089F13F00340E2254');
INSERT INTO "legs" VALUES('s1t2',0,'{"processor_ms":[50,50],"seating":[0,1],"voided":0,"worst_lag_us":8436}',X'78DA9B3C9971D2E4237CF2EAAC92B2424A6A462C120A1A0C6799A62C000A32B17371F2F30A0B888B296BEA339C39B16012F3DFC94C20E54C7C7A82928A2C3C32ECEAFAC60C67196340CA99D9B83979C54445A425D4B4B518CECC5930898161323348B99211BFBC32AFA42C0FD0701DA0F2D560E59C428202E2D252328A2A5A8660E5CC7F01EADF23DE');
INSERT INTO "legs" VALUES('s2t1',0,'{"processor_ms":[50,50],"seating":[0,1],"voided":0,"worst_lag_us":16885}',X'78DA9B3C9971D2E4237CEC2C7CC2D2521232EAAA7A46860C6765BE2E000A32E8088929F18BCB2B33B24ACA329CE5335B308981613213483D2B378FB8BC82BA9A8A96A6A101C359C670A07A46B7B34CDECB33737252D313732631FF9DCC0C31999B939F4F5C4C4A525EC688E12C5321C8642669657D061E0946415145554DA0F6F8059358FE0000FEF324E7');
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
INSERT INTO "matches" VALUES('s1t1',1,'["ada","cyd"]','[]',NULL,'{"bank_ms":0,"batch":1,"decision_ms":20000,"duplicate":false,"grace_ms":2000,"isolation":"auto","limits":{"memory_mib":512,"open_files":256,"output_kib":256,"processes":64,"processor_s":3600,"scratch_mib":64},"on_late":"foul","restarts":1,"rounds":3,"startup_ms":30000,"strikes":10,"thinking":"parallel"}',X'AEFEEB5F5B470C199D3FBD7840B520FF5FF6CF4966C46BE3A077268F0BA944F9','completed','{"isolation":["4: bubblewrap + system-call filter + limits + user of its own","0: limits only, trusted"],"referee_peak_kib":34860,"sampled":[[0,1]],"seatings":1,"stale":[0,0],"states":["playing","playing"]}','[7,-7]',X'78DA9B3C89F92F0831FE07001C13054A','2026-11-30T20:19:50+00:00','d7008651f1a69b07d02390fbf536991503828c6b550cc77dd16691c13487e9ba');
INSERT INTO "matches" VALUES('s1t2',1,'["bea","ada-2"]','[]',NULL,'{"bank_ms":0,"batch":1,"decision_ms":20000,"duplicate":false,"grace_ms":2000,"isolation":"auto","limits":{"memory_mib":512,"open_files":256,"output_kib":256,"processes":64,"processor_s":3600,"scratch_mib":64},"on_late":"foul","restarts":1,"rounds":3,"startup_ms":30000,"strikes":10,"thinking":"parallel"}',X'8660C6B102D54C959D7919941D8D17703B48CE1A6D04BA3C17C52DF88CBFD76A','completed','{"isolation":["4: bubblewrap + system-call filter + limits + user of its own","4: bubblewrap + system-call filter + limits + user of its own"],"referee_peak_kib":34868,"sampled":[[0,1]],"seatings":1,"stale":[0,0],"states":["playing","playing"]}','[6,-6]',X'78DA9B3C89F9EF2406062009001812044A','2026-11-30T20:19:51+00:00','652734ce5ca8f820530cf766d3d92b1c564cfb6068e94d9ada76665b332ed40f');
INSERT INTO "matches" VALUES('s2t1',2,'["ada","bea"]','[]',NULL,'{"bank_ms":0,"batch":1,"decision_ms":20000,"duplicate":false,"grace_ms":2000,"isolation":"auto","limits":{"memory_mib":512,"open_files":256,"output_kib":256,"processes":64,"processor_s":3600,"scratch_mib":64},"on_late":"foul","restarts":1,"rounds":3,"startup_ms":30000,"strikes":10,"thinking":"parallel"}',X'06AD58FEC5186DEB1A78075813B19349C2FB099C5ABDA39652E29C304D5BCB13','completed','{"isolation":["4: bubblewrap + system-call filter + limits + user of its own","4: bubblewrap + system-call filter + limits + user of its own"],"referee_peak_kib":34740,"sampled":[[0,1]],"seatings":1,"stale":[0,0],"states":["playing","playing"]}','[7,-7]',X'78DA9B3C89816112F3DF492C7F001513044A','2026-11-30T20:19:51+00:00','e1a43721239516ba1874958a938f2b821af4e40930fa1986c9a94befeec4a793');
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    machine TEXT NOT NULL           -- JSON
) STRICT;
INSERT INTO "runs" VALUES(1,'2026-11-30T20:19:49+00:00',1,'{"system": "Linux 6.18.44-fc-v595", "processor": "x86_64", "cores": 2, "python": "3.11.7", "arena": "0.1.0"}');
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
INSERT INTO "strikes" VALUES('s2t1',1,1,0,2,'illegal','round 2: As: not dealt; Kc Kd Jh Th 9s 8c 6c 6s 5c 4h 4s 3d 2d: dealt but not laid',4,NULL);
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
','{"match":{"bank":"0s","batch":1,"decision":"20s","duplicate":false,"grace":null,"isolation":"auto","limits":{"memory":"512MiB","open_files":256,"output":"256KiB","processes":64,"processor":"60m","scratch":"64MiB"},"on_late":"foul","restarts":1,"rounds":3,"startup":"30s","strikes":10,"thinking":"parallel","trace":false,"until":null},"stages":[{"advance":1,"extra_limit":0,"extra_rounds":20,"format":"elimination","table_size":2,"third_place":false,"tie_breaks":["extra-rounds","seeding"]}],"tournament":{"base":null,"name":"Old cup","rules":"rules.toml","salt":"","seed":"open","seeding":"entry"}}','shisanshui','{"all_special":"ranked","base":1,"chinese":"old","deck":{"extra_suits":[],"jokers":0,"packs":1},"declare":"auto","equal_rows":"legal","escape":{"each_gains":1,"pays":18},"foul_is_shot":false,"gun":"table","guns_with_specials":false,"home_run":{"bonus":12,"double":false,"multiply":false},"horse":"","multiplier":1,"name":"old","notes":[],"notes_chinese":[],"row_water":"table-max","specials":{"order":["pure-dragon","dragon","twelve-royals","three-straight-flushes","three-quads","all-high","all-low","one-color","four-triples","five-pairs-triple","six-pairs","three-flushes","three-straights"],"water":{"all-high":15,"all-low":12,"black-with-one-red":13,"dragon":36,"five-pairs-triple":5,"four-triples":6,"half-low":3,"one-color":10,"pure-dragon":108,"red-with-one-black":13,"six-pairs":4,"three-flushes":3,"three-quads":20,"three-straight-flushes":22,"three-straights":3,"three-triples-quad":8,"twelve-royals":24}},"water":{"back":{"five-of-a-kind":10,"four-of-a-kind":4,"straight-flush":5},"front":{"three-of-a-kind":3},"middle":{"five-of-a-kind":20,"four-of-a-kind":8,"full-house":2,"straight-flush":10}}}',X'6F70656E','2348f998744212575d85959674f9607ab26f67708a917157472832386337c904','0.1.0','2026-11-30T20:19:49+00:00','72b9baf9df767c48d8cc44d69e03d60ba89c5402ddaa678617cba415b1ab25ca','2026-11-30T20:19:51+00:00');
COMMIT;
