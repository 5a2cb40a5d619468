import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { peopleContract } from "#shared/people/contract.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";

const userCount = 200_000;

test("people are found among 200,000 users without reading all of them", async ({ app }) => {
  const reader = await app.make.user();
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // An index is built faster than it is extended.
    const { rows } = await tx.execute<{ definition: string }>(
      sql`select pg_get_indexdef('users_names'::regclass) as definition`,
    );
    await tx.execute(sql`drop index users_names`);
    await tx.execute(sql`insert into users (first_name, last_name, username, email)
      select translate(left(md5(n::text), 7), '0123456789', 'ghijklmnop'),
        translate(left(md5('l' || n), 8), '0123456789', 'ghijklmnop'), 'reader' || n, n || '@example.org'
      from generate_series(1, ${userCount}::int) n`);
    await tx.execute(sql`insert into users (first_name, last_name, username, email)
      values ('Zaynab', 'Quartz', 'zq', 'zq@example.org')`);
    await tx.execute(sql.raw(rows[0]?.definition ?? ""));
  });
  await app.db.execute(sql`analyze users`);

  for (const search of ["zaynab", "quartz", "zq"]) {
    let usernames: (string | null)[] = [];
    const scanned = await explainQueries(app, async () => {
      const found = await app.as(reader)(peopleContract.searchPeople, { query: { search } });
      usernames = found.map(({ username }) => username);
    });
    expect(usernames).toContain("zq");
    const users = scanned.filter(({ table }) => table === "users");
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ scan }) => scan === "Seq Scan")).toEqual([]);
    expect(Math.max(...users.map(({ rows }) => rows))).toBeLessThan(2_000);
  }
});
