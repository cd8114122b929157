BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE attempts (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	player_id BIGINT NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	begun_at DATETIME NOT NULL, 
	touched_at DATETIME NOT NULL, 
	day DATE, 
	track TEXT, 
	ranked BOOLEAN NOT NULL, 
	shown_at DATETIME, 
	pad TEXT NOT NULL, 
	nudges INTEGER NOT NULL, 
	hints INTEGER NOT NULL, 
	steps INTEGER NOT NULL, 
	counts INTEGER NOT NULL, 
	wheres INTEGER NOT NULL, 
	whys INTEGER NOT NULL, 
	mistakes INTEGER NOT NULL, 
	revealed BOOLEAN NOT NULL, 
	solved_at DATETIME, 
	seconds INTEGER, 
	penalty INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	CONSTRAINT ck_attempts_daily CHECK ((day IS NULL) = (track IS NULL)), 
	CONSTRAINT ck_attempts_solved CHECK ((solved_at IS NULL) = (seconds IS NULL)), 
	CONSTRAINT ck_attempts_ranked CHECK (NOT ranked OR (day IS NOT NULL AND solved_at IS NOT NULL AND NOT revealed)), 
	CONSTRAINT fk_attempts_day_track FOREIGN KEY(day, track) REFERENCES dailies (day, track), 
	CONSTRAINT fk_attempts_player_id FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE, 
	CONSTRAINT fk_attempts_puzzle_id FOREIGN KEY(puzzle_id) REFERENCES puzzles (id), 
	CONSTRAINT uq_attempts_player_id_puzzle_id UNIQUE (player_id, puzzle_id), 
	CONSTRAINT ck_attempts_kind CHECK (kind IN ('daily', 'archive', 'endless', 'pasted', 'learn'))
);
INSERT INTO "attempts" VALUES(1,7,1,'daily','2026-11-21 12:00:00.000000','2026-11-21 12:00:00.000000','2026-11-21','easy',0,'2026-11-21 12:00:00.000000','1;9;c;jaaaaaaaaaaaaaaaaaajaaaaaaaaaaaaaaaaaa;0-1:0A.1-9:1lA;9-a:8B',1,0,0,0,0,0,0,0,NULL,NULL,0,3);
INSERT INTO "attempts" VALUES(2,8,1,'daily','2026-11-21 12:00:00.000000','2026-11-21 12:00:00.000000','2026-11-21','easy',1,'2026-11-21 12:00:00.000000','1;0;l;kkkbejkmabjaddabdmnmmmadbeeamnekndnmmj;0-0:0A2A3A5A6A8AbAdAeAfAiAkAlAmAtAuA11A14A1bA1dA1fA1gA1iA1jA1kA1lA1mA1oA1pA1rA1sA1yA22A24A25A27A28A2cA2dA2fA2gA2hA2jA2kA2lA2nA2oA2pA2qA2sA2uA2vA2wA2xA2yA30A31A33A;',0,0,0,0,0,0,0,0,'2026-11-21 12:00:00.000000',0,0,2);
INSERT INTO "attempts" VALUES(3,7,4,'pasted','2026-11-21 12:00:00.000000','2026-11-21 12:00:00.000000',NULL,NULL,0,'2026-11-21 12:00:00.000000','',0,0,0,0,0,0,0,0,NULL,NULL,0,1);
CREATE TABLE dailies (
	day DATE NOT NULL, 
	track TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	canonical_key TEXT NOT NULL, 
	available_from DATETIME NOT NULL, 
	available_until DATETIME NOT NULL, 
	CONSTRAINT pk_dailies PRIMARY KEY (day, track), 
	CONSTRAINT ck_dailies_span CHECK (available_from < available_until), 
	CONSTRAINT fk_dailies_puzzle_id FOREIGN KEY(puzzle_id) REFERENCES puzzles (id), 
	CONSTRAINT uq_dailies_canonical_key UNIQUE (canonical_key), 
	CONSTRAINT uq_dailies_number_track UNIQUE (number, track), 
	CONSTRAINT uq_dailies_puzzle_id UNIQUE (puzzle_id)
);
INSERT INTO "dailies" VALUES('2026-11-21','easy',21,1,'4f635cc082eff73cf690ee932d71cd82','2026-11-21 00:00:00.000000','2026-11-22 00:00:00.000000');
INSERT INTO "dailies" VALUES('2026-11-21','normal',21,2,'8ca98aad24f53c64280fb935acc8611e','2026-11-21 00:00:00.000000','2026-11-22 00:00:00.000000');
INSERT INTO "dailies" VALUES('2026-11-21','hard',21,3,'c50cd15b8b7da57f479a0b97a3351d71','2026-11-21 00:00:00.000000','2026-11-22 00:00:00.000000');
CREATE TABLE due_posts (
	server_id BIGINT NOT NULL, 
	day DATE NOT NULL, 
	track TEXT NOT NULL, 
	due_at DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	claimed_at DATETIME, 
	channel_id BIGINT, 
	message_id BIGINT, 
	tries INTEGER NOT NULL, 
	reason TEXT, begun_at DATETIME, 
	CONSTRAINT pk_due_posts PRIMARY KEY (server_id, day, track), 
	CONSTRAINT ck_due_posts_claimed CHECK (state <> 'claimed' OR claimed_at IS NOT NULL), 
	CONSTRAINT ck_due_posts_sent CHECK (state <> 'sent' OR message_id IS NOT NULL), 
	CONSTRAINT fk_due_posts_server_id FOREIGN KEY(server_id) REFERENCES servers (id) ON DELETE CASCADE, 
	CONSTRAINT ck_due_posts_state CHECK (state IN ('pending', 'claimed', 'sent', 'skipped'))
);
CREATE TABLE members (
	server_id BIGINT NOT NULL, 
	player_id BIGINT NOT NULL, 
	CONSTRAINT pk_members PRIMARY KEY (server_id, player_id), 
	CONSTRAINT fk_members_player_id FOREIGN KEY(player_id) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "members" VALUES(99,7);
INSERT INTO "members" VALUES(99,8);
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
CREATE TABLE outages (
	began_at DATETIME NOT NULL, 
	ended_at DATETIME NOT NULL, 
	CONSTRAINT pk_outages PRIMARY KEY (began_at), 
	CONSTRAINT ck_outages_span CHECK (began_at < ended_at)
);
CREATE TABLE owed_answers (
	interaction_id BIGINT NOT NULL, 
	application_id BIGINT NOT NULL, 
	token TEXT NOT NULL, 
	until DATETIME NOT NULL, 
	kind TEXT NOT NULL, 
	language TEXT NOT NULL, 
	created_at DATETIME NOT NULL, payload JSON, 
	CONSTRAINT pk_owed_answers PRIMARY KEY (interaction_id)
);
CREATE TABLE players (
	id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	theme TEXT, 
	labels BOOLEAN, 
	zone TEXT, 
	language TEXT, 
	visibility VARCHAR(16) NOT NULL, 
	reminders BOOLEAN NOT NULL, 
	remind_at TIME, 
	next_reminder DATETIME, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT ck_players_visibility CHECK (visibility IN ('named', 'anonymous', 'hidden'))
);
INSERT INTO "players" VALUES(7,'2026-11-21 12:00:00.000000',NULL,NULL,'Asia/Tokyo','ja','named',1,'20:00:00.000000','2026-11-22 11:00:00.000000');
INSERT INTO "players" VALUES(8,'2026-11-21 12:00:00.000000',NULL,NULL,NULL,NULL,'named',0,NULL,NULL);
CREATE TABLE puzzles (
	id INTEGER NOT NULL, 
	digest TEXT NOT NULL, 
	notation TEXT NOT NULL, 
	canonical_key TEXT NOT NULL, 
	solution TEXT, 
	level TEXT, 
	score DOUBLE, 
	hardest INTEGER, 
	techniques JSON NOT NULL, 
	seed BIGINT, 
	CONSTRAINT pk_puzzles PRIMARY KEY (id), 
	CONSTRAINT uq_puzzles_digest UNIQUE (digest)
);
INSERT INTO "puzzles" VALUES(1,'77d25d242560746621c267a8eef6bce245d6b089290c5be205af3f08fbb57763','7x7:a3223232200c2b131a22a1a11a232b1c1132322223a','4f635cc082eff73cf690ee932d71cd82','A1-B1-B2-C2-C1-E1-E2-F2-F1-H1-H2-G2-G3-H3-H8-F8-F7-G7-G6-F6-F3-E3-E8-C8-C6-D6-D5-B5-B8-A8-A4-C4-C3-A3-A1','easy',0.0,1,'{"way-on": 30, "full-clue": 18, "two-lines-at-dot": 15, "met-clue": 13, "dead-end": 5, "zero": 2, "premature-loop": 1}',281848216645);
INSERT INTO "puzzles" VALUES(2,'2ba8e670559f3a9fd52699d4b0a61825ec4b2f8a0e49fc1d7ec261d8df9c0b32','10x10:32323c1d1a2c11a2132112a2a222b222b12123112a11b2a002b1a13b222b2122a211133a2e2d11b','8ca98aad24f53c64280fb935acc8611e','A1-B1-B3-D3-D2-C2-C1-E1-E2-F2-F1-K1-K4-J4-J3-I3-I2-G2-G3-E3-E4-I4-I5-K5-K7-J7-J8-I8-I10-J10-J9-K9-K11-F11-F9-H9-H7-G7-G8-F8-F6-H6-H5-D5-D4-B4-B6-E6-E7-D7-D8-E8-E10-D10-D9-C9-C11-A11-A8-B8-B7-A7-A1','normal',7.0,2,'{"way-on": 67, "met-clue": 34, "two-lines-at-dot": 27, "full-clue": 22, "dead-end": 12, "premature-loop": 7, "zero": 2, "three-diagonal-to-zero": 1, "corner-3": 1, "one-at-closed-corner": 1, "forced-turn-3": 1, "line-leaving-2": 1, "loop-at-clue": 1, "three-at-closed-corner": 1}',394027974809);
INSERT INTO "puzzles" VALUES(3,'f01a790391ce0eace3a364f014092365721fd02c832927f5a7d72d5dd12f16c4','12x12:a12f32a22a21b22a111a13d12a3a2230213232a3223a32a21233122a11a1122a1a1a12a1a3b3a3a22a2a1m2a1a1213a3a3a2222323121b3232122223a','c50cd15b8b7da57f479a0b97a3351d71','A1-D1-D2-E2-E1-J1-J2-K2-K1-M1-M4-L4-L3-I3-I2-F2-F4-G4-G3-H3-H4-I4-I5-F5-F6-J6-J4-K4-K5-M5-M6-K6-K8-L8-L7-M7-M11-L11-L10-K10-K11-J11-J9-I9-I7-H7-H8-G8-G9-F9-F10-I10-I11-H11-H12-L12-L13-G13-G11-F11-F12-E12-E13-D13-D11-E11-E10-B10-B11-C11-C13-B13-B12-A12-A8-B8-B9-C9-C8-D8-D9-E9-E8-F8-F7-A7-A6-B6-B5-A5-A4-C4-C6-E6-E5-D5-D4-E4-E3-B3-B2-A2-A1','hard',40.3,4,'{"way-on": 67, "two-lines-at-dot": 51, "full-clue": 46, "met-clue": 39, "dead-end": 11, "premature-loop": 5, "three-at-closed-corner": 4, "forced-turn-1": 3, "line-leaving-3": 2, "line-arriving-2": 2, "adjacent-1-3": 2, "zero": 1, "three-next-to-zero": 1, "forced-turn-3": 1, "three-diagonal-to-zero": 1, "line-arriving-1": 1, "forced-turn-2": 1, "adjacent-3-3": 1, "two-at-closed-corner": 1, "diagonal-2-2": 1, "diagonal-1-2": 1, "diagonal-2-3": 1}',759329574455);
INSERT INTO "puzzles" VALUES(4,'851637f0eeeddb22338aec25c6ba760f3c28a4a6c04c8135c4fba1974f7cbb70','5x5:b1c3a12a02d1a2c32','00000000000000000000000000000000',NULL,NULL,NULL,NULL,'{}',NULL);
CREATE TABLE quotas (
	scope TEXT NOT NULL, 
	subject_id BIGINT NOT NULL, 
	window_start DATETIME NOT NULL, 
	used INTEGER NOT NULL, 
	CONSTRAINT pk_quotas PRIMARY KEY (scope, subject_id)
);
CREATE TABLE servers (
	id BIGINT NOT NULL, 
	created_at DATETIME NOT NULL, 
	channel_id BIGINT, 
	post_at TIME NOT NULL, 
	zone TEXT NOT NULL, 
	tracks TEXT NOT NULL, 
	threads BOOLEAN NOT NULL, 
	ping_role_id BIGINT, 
	public_solves VARCHAR(16) NOT NULL, 
	language TEXT, 
	trouble TEXT, 
	trouble_reported BOOLEAN NOT NULL, 
	CONSTRAINT pk_servers PRIMARY KEY (id), 
	CONSTRAINT ck_servers_public_solves CHECK (public_solves IN ('everyone', 'managers', 'nobody'))
);
INSERT INTO "servers" VALUES(99,'2026-11-21 12:00:00.000000',500,'09:00:00.000000','UTC','easy,normal,hard',0,NULL,'everyone','ja',NULL,0);
CREATE INDEX ix_players_next_reminder ON players (next_reminder);
CREATE INDEX ix_puzzles_canonical_key ON puzzles (canonical_key);
CREATE INDEX ix_due_posts_state_due_at ON due_posts (state, due_at);
CREATE INDEX ix_members_player_id ON members (player_id);
CREATE INDEX ix_attempts_player_id_touched_at ON attempts (player_id, touched_at);
CREATE INDEX ix_attempts_puzzle_id ON attempts (puzzle_id);
CREATE INDEX ix_attempts_track_day ON attempts (track, day);
CREATE UNIQUE INDEX uq_attempts_ranked ON attempts (player_id, day, track) WHERE ranked;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('attempts',3);
COMMIT;
