import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { publishingContract } from "#shared/publishing/contract.ts";
import { staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";

test("contributors are found among 20,000 by a part of their name", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  await app.db.execute(sql`insert into contributors (name, normalized_name)
    select initcap(md5(n::text)), md5(n::text) from generate_series(1, 20000) n`);
  await app.db.execute(
    sql`insert into contributors (name, normalized_name) values ('Ibn Battuta', 'ibn battuta')`,
  );
  await app.db.execute(sql`vacuum analyze contributors`);
  const as = app.as(employee);

  const names: string[][] = [];
  const query = { kind: "contributor", search: "battut" } as const;
  for (const run of [
    async () => names.push((await as(publishingContract.findNames, { query })).names),
    async () =>
      names.push(
        (await as(staffCatalogueContract.listContributors, { query: { search: "battut" } })).contributors.map(
          ({ name }) => name,
        ),
      ),
    () => as(publishingContract.findNames, { query: { kind: "contributor" } }),
  ]) {
    const scanned = await explainQueries(app, run);
    const read = scanned.filter(({ table }) => table === "contributors").map(({ rows }) => rows);
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read), JSON.stringify(scanned)).toBeLessThanOrEqual(51);
  }
  expect(names).toEqual([["Ibn Battuta"], ["Ibn Battuta"]]);
});
