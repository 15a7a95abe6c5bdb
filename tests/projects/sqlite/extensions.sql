-- Full-text search, R-trees, the shell's own commands, virtual tables, backup and import.
CREATE VIRTUAL TABLE f5 USING fts5 (title, body, tokenize = 'porter unicode61'); INSERT INTO f5 VALUES ('First', 'the quick brown fox jumps over the lazy dog'), ('Second', 'running foxes and sleeping dogs'), ('Third', 'nothing to see here'), ('Vierte', 'Äpfel und Überraschungen');
SELECT title FROM f5 WHERE f5 MATCH 'fox' ORDER BY rank; SELECT title FROM f5 WHERE f5 MATCH 'dog AND NOT lazy'; SELECT title FROM f5 WHERE f5 MATCH '"quick brown"'; SELECT title FROM f5 WHERE f5 MATCH 'title : first OR body : noth*'; SELECT title FROM f5 WHERE f5 MATCH 'NEAR(quick fox, 3)'; SELECT highlight(f5, 1, '<', '>'), snippet(f5, 1, '[', ']', '...', 3), bm25(f5) < 0 FROM f5 WHERE f5 MATCH 'dog'; SELECT title FROM f5 WHERE f5 MATCH 'apfel'; SELECT title FROM f5 WHERE f5 MATCH 'AND'; UPDATE f5 SET body = 'fox again' WHERE title = 'Third'; DELETE FROM f5 WHERE title = 'First'; SELECT count(*) FROM f5 WHERE f5 MATCH 'fox'; INSERT INTO f5 (f5) VALUES ('optimize'), ('integrity-check'), ('rebuild'); CREATE VIRTUAL TABLE fv USING fts5vocab (f5, row); SELECT term, doc, cnt FROM fv ORDER BY term LIMIT 4;
CREATE VIRTUAL TABLE f4 USING fts4 (a, b, tokenize = simple); INSERT INTO f4 VALUES ('alpha beta', 'gamma'), ('beta', 'delta epsilon beta'); SELECT a FROM f4 WHERE f4 MATCH 'beta -alpha'; SELECT offsets(f4), matchinfo(f4) IS NOT NULL, snippet(f4) FROM f4 WHERE f4 MATCH 'beta'; SELECT docid FROM f4 WHERE b MATCH 'del*'; INSERT INTO f4 (f4) VALUES ('optimize'); DROP TABLE f4;
CREATE VIRTUAL TABLE r USING rtree (id, x0, x1, y0, y1); WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO r SELECT i, i % 20, i % 20 + 1.5, i / 20, i / 20 + 1 FROM n; SELECT count(*) FROM r WHERE x0 > 3 AND x1 < 9 AND y0 >= 2 AND y1 <= 8; SELECT id FROM r WHERE x0 <= 5 AND x1 >= 5 AND y0 <= 3 AND y1 >= 3 ORDER BY id; DELETE FROM r WHERE id % 4 = 0; UPDATE r SET x0 = -5 WHERE id = 1; SELECT count(*), min(x0) FROM r; INSERT INTO r VALUES (1000, 5, 1, 0, 0); SELECT rtreecheck('r');
CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x,y'), (2, 'quote"d'), (3, NULL), (4, x'0102');
.headers on
.mode csv
SELECT * FROM t;
.mode json
SELECT * FROM t;
.mode insert t
SELECT * FROM t;
.mode box
SELECT * FROM t;
.mode html
SELECT * FROM t;
.mode line
SELECT * FROM t;
.mode tcl
SELECT * FROM t;
.mode quote
SELECT * FROM t;
.nullvalue NIL
.separator | ;
.mode list
SELECT * FROM t;
.width 5 10
.mode column
SELECT * FROM t;
.mode list
.schema t
.tables
.show
.dump t
.output scratch.csv
SELECT 7, 'imported';
.output
.mode list
.separator |
.import scratch.csv t
SELECT * FROM t;
.backup scratch.copy
.open scratch.copy
SELECT count(*) FROM t;
.save scratch.again
.restore scratch.copy
.parameter set :p 5
SELECT :p + 1, @q, $r, ?5;
.parameter list
.echo on
SELECT 1;
.echo off
.bail off
.changes on
UPDATE t SET b = 0;
.changes off
.eqp on
SELECT * FROM t WHERE a = 1;
.eqp off
.timer off
.fullschema
.indexes
.lint fkey-indexes
.print done printing
.no_such_command
.read no-such-file
.limit length 1000
.selftest
.expert
SELECT * FROM t WHERE b = 5;
.sha3sum
.dbinfo
.help .mode
.quit
