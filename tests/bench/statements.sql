-- Statements in memory, after the kinds that database benchmarks time: a program for tests/bench/compare.py.
CREATE TABLE plain (a INTEGER, b INTEGER, c TEXT);
CREATE TABLE keyed (a INTEGER PRIMARY KEY, b INTEGER, c TEXT);
CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT UNIQUE);

-- Inserts: unordered, ordered, through a unique index.
BEGIN;
WITH RECURSIVE n(i, x) AS (SELECT 1, 1 UNION ALL SELECT i + 1, x * 16807 % 2147483647 FROM n WHERE i < 60000)
INSERT INTO plain SELECT i, x, printf('%x is %d', x, i) FROM n;
INSERT INTO keyed SELECT a, b, c FROM plain ORDER BY b;
INSERT OR IGNORE INTO parents (name) SELECT substr(c, 1, 4) FROM plain;
COMMIT;

-- Scans, patterns, groups, sorts.
SELECT count(*), avg(b), max(c) FROM plain WHERE b BETWEEN 100000000 AND 900000000;
SELECT count(*) FROM plain WHERE c LIKE '%7_ is%' OR c GLOB '*f?f*';
SELECT b % 17 AS k, count(*), sum(a), min(c) FROM plain GROUP BY k HAVING count(*) > 10 ORDER BY 2 DESC, k LIMIT 5;
SELECT sum(r) FROM (SELECT a * row_number() OVER (PARTITION BY b % 11 ORDER BY c) AS r FROM plain);

-- Indexes, and lookups by them.
CREATE INDEX plain_b ON plain (b);
CREATE INDEX plain_c ON plain (c, a);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15000)
SELECT sum((SELECT count(*) FROM plain WHERE b > i * 100000 AND b < i * 100000 + 90000)) FROM n;
SELECT count(*) FROM keyed AS k JOIN plain AS p ON p.b = k.b JOIN parents ON name = substr(k.c, 1, 4) WHERE k.a % 3 = 0;
SELECT count(DISTINCT substr(c, 1, 3)) FROM plain WHERE a IN (SELECT a FROM keyed WHERE b % 5 = 0);

-- Changes, each kept or taken back.
UPDATE plain SET b = b + a, c = c || '.' WHERE a % 2 = 0;
SAVEPOINT kept;
DELETE FROM plain WHERE b % 3 = 1;
ROLLBACK TO kept;
REPLACE INTO keyed SELECT a, b - 1, upper(c) FROM plain WHERE a < 20000;
DELETE FROM keyed WHERE a % 4 = 1;
SELECT count(*), sum(b), sum(length(c)) FROM plain;
SELECT count(*), sum(b), sum(length(c)) FROM keyed;
PRAGMA integrity_check;
SELECT k, length(json_group_array(json_object('a', a, 'c', c))) FROM (SELECT *, a % 4 AS k FROM plain) GROUP BY k;
