import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { toPlainText } from "#shared/rich-text/rich-text.ts";
import { loadBooks } from "#server/bench/catalogue/catalogue.ts";
import { dropIndexes, openBulkPool } from "#server/bench/catalogue/copy.ts";
import { Vocabulary } from "#server/bench/catalogue/random-words.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { updatePopularity } from "#server/features/books/lists/popularity-queries.ts";
import { updatePopularBooks } from "#server/features/books/search/popular-book-queries.ts";
import { compareCount } from "#server/features/staff/counts/count-queries.ts";
import { keptCounts } from "#server/features/staff/counts/kept-count-queries.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import { createRandom } from "#server/testing/books/new-edition.ts";
import { fillCommunity, fillReading, getReaderId, textCount } from "./fill-tables.ts";

/** The table that a statement fills. */
const getTable = (statement: string) =>
  /^(?:insert into|create temporary table) (\w+)/.exec(statement)?.[1] ?? "";

/**
 * Fills the database up to a number of books, with a fifth as many readers, and per book 5 library entries, 20 days
 * of activity, 5 marks, 2 messages and a reply. A few people and books have most of them.
 *
 * @throws {Error} when a stored count is not what the product would have stored
 */
export async function loadDataset(bench: Bench, books: number): Promise<void> {
  await loadBooks(bench, books);
  const readers = Math.round(books / 5);
  const startedAt = performance.now();
  const pool = openBulkPool(bench.databaseUrl);
  const client = await pool.connect();
  const stored = await bench.count(`users where id::text like '10000000-%'`);
  const statements = [...fillReading(books, readers, stored), ...fillCommunity(books, readers)];
  const inserted = new Set(statements.filter((each) => each.startsWith("insert")).map(getTable));
  const tables = [...inserted].filter((table) => table !== "users");
  await client.query(`truncate ${tables} cascade`);
  // A crash while loading loses everything anyway.
  const unsafe = ["fsync = off", "full_page_writes = off", "autovacuum = off", "max_wal_size = '16GB'"];
  for (const setting of unsafe) await client.query(`alter system set ${setting}`);
  await client.query("select pg_reload_conf()");
  const indexes = books > 50_000 ? await dropIndexes(client, tables) : [];
  await client.query(
    `create temporary table texts as select text_id, source, content, normalized, title, normalized_title, name from jsonb_to_recordset($1)
       as t (text_id int, source text, content jsonb, normalized text, title text, normalized_title text, name text)`,
    [JSON.stringify(makeTexts())],
  );
  await client.query("analyze texts");
  const building: Promise<unknown>[] = [];
  let filled = "";
  for (const statement of [...statements, ""]) {
    const table = getTable(statement);
    if (table !== filled) {
      for (const index of indexes) if (index.table === filled) building.push(pool.query(index.create));
      bench.step(table === "" ? "building the indexes" : `loading ${table}`);
    }
    filled = table;
    await client.query(statement);
    if (statement.startsWith("create")) await client.query(`analyze ${table}`);
  }
  await Promise.all(building);
  client.release(true);
  await pool.end();
  await bench.sql("analyze");
  await updatePopularity(bench.services.db);
  await updatePopularBooks(bench.services.db);
  bench.step("vacuum");
  await bench.sql("vacuum analyze");
  await check(bench, books);
  await bench.sql("alter system reset all");
  await bench.sql("select pg_reload_conf()");
  await bench.sql("checkpoint");
  const seconds = (performance.now() - startedAt) / 1_000;
  bench.figures([`${books.toLocaleString("en")} books: loading readers and what they did`, seconds, "s"]);
}

function makeTexts() {
  const random = createRandom(7);
  const [arabic, latin] = [new Vocabulary("arabic", 20_000, 3), new Vocabulary("latin", 20_000, 4)];
  return Array.from({ length: textCount }, (_, text_id) => {
    const vocabulary = random() < 0.6 ? arabic : latin;
    const [source, title] = [vocabulary.makeText(4, 40), vocabulary.makeText(2, 6)];
    const content = parseRichText(source);
    const normalized = normalizeSearchText(toPlainText(content));
    return {
      ...{ text_id, source, content, normalized, name: vocabulary.draw() },
      ...{ title, normalized_title: normalizeSearchText(title) },
    };
  });
}

/** Compares the stored counts with the product's own queries; those of the largest size take too long. */
async function check(bench: Bench, books: number): Promise<void> {
  const streaks = await bench.count(
    `user_period_totals where kind = 'streak' and user_id <= '${getReaderId(30)}' and amount <> longest_streak(user_id, period)`,
  );
  const wrong = streaks > 0 ? ["streaks"] : [];
  for (const count of books > 100_000 ? [] : keptCounts) {
    if ((await compareCount(bench.services.db, count)).wrong > 0) wrong.push(count.name);
  }
  if (wrong.length > 0) throw new Error(`Loaded wrong: ${wrong.join(", ")}.`);
}
