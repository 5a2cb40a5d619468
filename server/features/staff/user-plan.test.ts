import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { maxCounted } from "#shared/staff/max-counted.ts";
import { staffUsersContract, userFilters } from "#shared/staff/users.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";

const userCount = 30_000;

test("the staff finds accounts among 30,000 without reading all of them", async ({ app }) => {
  const admin = await app.make.user({ isAdmin: true });
  const employee = await app.make.user({ isEmployee: true });
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // Indexes are built faster than they are extended.
    const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
      select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indexrelid::regclass::text in ('users_names', 'users_search')`);
    for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`));
    await tx.execute(sql`insert into users (first_name, last_name, username, email, email_verified_at)
      select left(md5(n::text), 7), left(md5('l' || n), 8), 'reader' || n, n || '@example.org', now()
      from generate_series(1, ${userCount}::int) n`);
    await tx.execute(sql`insert into users (first_name, last_name, username, email, email_verified_at, created_at)
      values ('Zaynab', 'Quartz', 'zq', 'jasmine@example.net', now(), now() - interval '1 year')`);
    for (const { definition } of rows) await tx.execute(sql.raw(definition));
    await tx.execute(sql`analyze users`);
  });
  const explainList = async (
    reader: typeof admin,
    query: { readonly search?: string; readonly filter?: (typeof userFilters)[number] },
  ) => {
    let found = { names: [] as string[], total: 0 };
    const scanned = await explainQueries(app, async () => {
      const { users, total } = await app.as(reader)(staffUsersContract.listUsers, { query });
      found = { names: users.map(({ username }) => username), total };
    });
    const read = scanned.filter(({ table }) => table === "users").map(({ rows }) => rows);
    expect(read.length).toBeGreaterThan(1);
    return { ...found, most: Math.max(...read) };
  };

  for (const search of ["zaynab", "quar", "jasmine"])
    expect(await explainList(admin, { search }), search).toMatchObject({ names: ["zq"], total: 1, most: 1 });
  expect((await explainList(employee, { search: "quartz" })).names).toEqual(["zq"]);
  expect((await explainList(employee, { search: "jasmine" })).names).toEqual([]);
  for (const filter of userFilters.filter((each) => each !== "supporters"))
    expect((await explainList(admin, { filter })).most, filter).toBeLessThan(10);
  expect(await explainList(admin, {})).toMatchObject({ total: maxCounted, most: maxCounted });
  expect((await explainList(admin, { search: "reader" })).total).toBe(maxCounted);
});
