import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { type MergeKind, mergesContract, mergeUndoDays } from "#shared/staff/merges.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { deleteMergedRows } from "./merge-queries.ts";
import { mergedTables, mergeReferences } from "./merge-references.ts";

const { createMerge, listMerges, previewMerge, undoMerge } = mergesContract;
const kinds = Object.keys(mergedTables) as MergeKind[];

interface ForeignKey extends Record<string, unknown> {
  readonly table: string;
  readonly column: string;
}

async function listForeignKeys(app: TestApp, kind: MergeKind): Promise<ForeignKey[]> {
  const { rows } = await app.db.execute<ForeignKey>(sql`
    select k.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = ${mergedTables[kind]}::regclass order by 1, 2`);
  return rows;
}

/** All rows of the tables that can refer to a kind, and of the kind itself. */
async function readTables(app: TestApp, kind: MergeKind) {
  const tables = [mergedTables[kind], ...mergeReferences[kind].map(({ table }) => table)];
  const read = async (table: string) => {
    const { rows } = await app.db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t order by to_jsonb(t)::text`,
    );
    return [table, rows.map(({ row }) => row)] as const;
  };
  return Object.fromEntries(await Promise.all(tables.map(read)));
}

const replaceIn = (rows: Awaited<ReturnType<typeof readTables>>[string], from: string, to: string) =>
  (JSON.parse(JSON.stringify(rows).replaceAll(from, to)) as Record<string, unknown>[]).sort((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  );

/** Two of a kind and a neighbour, each with a row in every referring table; one book and follower are shared. */
async function setUp(app: TestApp, kind: MergeKind) {
  const [from, target, neighbour] = [randomUUID(), randomUUID(), randomUUID()];
  const [shared, ...books] = [await app.make.book(), ...(await makeThree(() => app.make.book()))];
  const [reader, ...readers] = [await app.make.user(), ...(await makeThree(() => app.make.user()))];
  const author = await app.make.user({ isAuthor: true });
  for (const [n, id] of [from, target, neighbour].entries()) {
    const name = `${kind} ${n} ${id}`;
    await app.db.execute(
      kind === "contributor"
        ? sql`insert into contributors (id, name, normalized_name, bio, user_id)
            values (${id}, ${name}, ${name}, ${n === 0 ? "Writes." : ""}, ${n === 0 ? author.id : null})`
        : sql`insert into ${sql.identifier(mergedTables[kind])} (id, name) values (${id}, ${name})`,
    );
    for (const { table, column, onlyWhere } of mergeReferences[kind]) {
      const insert = (values: Record<string, unknown>) =>
        app.db.execute(sql`insert into ${sql.identifier(table)}
          select * from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify({ ...values, [column]: id })}::jsonb)`);
      for (const row of getRows(table, n, {
        books: [books[n]?.id, shared.id],
        readers: [readers[n]?.id, reader.id],
        kind: onlyWhere?.[1],
      })) {
        await insert(row);
      }
    }
  }
  return { from, target, neighbour, author, employee: await app.make.user({ isEmployee: true }) };
}

const makeThree = <Made>(make: () => Promise<Made>) => Promise.all([make(), make(), make()]);

interface Parents {
  readonly books: readonly unknown[];
  readonly readers: readonly unknown[];
  readonly kind: string | undefined;
}

function getRows(table: string, n: number, { books, readers, kind }: Parents): Record<string, unknown>[] {
  const at = "2026-01-01T00:00:00Z";
  const name = randomUUID();
  const id = randomUUID();
  switch (table) {
    case "book_genres":
      return books.map((book_id) => ({ book_id, position: n }));
    case "book_tropes":
      return books.map((book_id) => ({ book_id }));
    case "book_contributors":
      return books.map((book_id) => ({ book_id, role: "author", position: n }));
    case "follows":
      return readers.map((user_id) => ({ user_id, kind, created_at: at }));
    case "subjects":
      return [{ id, name, normalized_name: name, is_ignored: false }];
    case "genre_former_names":
      return [{ name }];
    case "announcements":
      return [{ id, author_id: readers[0], client_id: name, text: "News", created_at: at }];
    case "challenges":
      return [
        {
          id,
          title: "Read",
          description: "",
          title_arabic: "",
          description_arabic: "",
          goal: 1,
          goal_type: "books",
          starts_at: at,
          ends_at: at,
          created_at: at,
        },
      ];
    case "communities":
      return [
        {
          id,
          name,
          normalized_name: name,
          about: "",
          rules: "",
          language: "en",
          visibility: "public",
          is_listed: true,
          member_count: 0,
          discussion_count: 0,
          open_discussion_count: 0,
          created_at: at,
        },
      ];
    default:
      throw new Error(`Add a row of ${table} to this test.`);
  }
}

describe.each(kinds)("merging a %s", (kind) => {
  test("moves every foreign key of the schema", async ({ app }) => {
    const declared = mergeReferences[kind].filter(({ onlyWhere }) => !onlyWhere);
    expect(declared.map(({ table, column }) => ({ table, column })).sort(byTable)).toEqual(
      await listForeignKeys(app, kind),
    );

    const { from, target, neighbour, employee } = await setUp(app, kind);
    const before = await readTables(app, kind);
    const { books: _books, ...rest } = await countBySubject(app, employee, kind, from, target);
    expect(Object.values(rest).every((count) => count > 0)).toBe(true);

    await app.as(employee)(createMerge, { body: { kind, fromId: from, targetId: target } });

    const after = await readTables(app, kind);
    for (const { table, column, key } of mergeReferences[kind]) {
      const keyOf = (row: Record<string, unknown>) => [column, ...key].map((name) => row[name]).join(" ");
      const moved = new Set(replaceIn(before[table] ?? [], from, target).map(keyOf));
      const added = kind === "genre" && table === "genre_former_names" ? 1 : 0;
      expect(after[table]).toHaveLength(moved.size + added);
      expect(after[table]?.map(keyOf)).toEqual(expect.arrayContaining([...moved]));
      expect(after[table]?.filter((row) => row[column] === neighbour)).toEqual(
        before[table]?.filter((row) => row[column] === neighbour),
      );
    }
    expect(JSON.stringify(after)).not.toContain(`"id":"${from}"`);
  });

  test("is undone: every table is as before", async ({ app }) => {
    const { from, target, employee } = await setUp(app, kind);
    const before = await readTables(app, kind);
    const { id } = await app.as(employee)(createMerge, {
      body: { kind, fromId: from, targetId: target },
    });

    const undone = await app.as(employee)(undoMerge, { params: { mergeId: id } });

    expect(undone.undoneAt).not.toBeNull();
    const after = await readTables(app, kind);
    for (const table of Object.keys(before)) {
      expect(withoutVector(after[table])).toEqual(withoutVector(before[table]));
    }
    await expect(app.as(employee)(undoMerge, { params: { mergeId: id } })).rejects.toMatchObject({
      status: 409,
    });
  });

  test("is undone only while its target exists, in 30 days, with its name free", async ({ app }) => {
    const { from, target, neighbour, employee } = await setUp(app, kind);
    const as = app.as(employee);
    const first = await as(createMerge, { body: { kind, fromId: from, targetId: target } });
    const second = await as(createMerge, { body: { kind, fromId: target, targetId: neighbour } });
    expect((await as(listMerges, { query: { kind } })).merges).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: second.id,
          fromName: first.targetName,
          actor: `${employee.firstName} ${employee.lastName}`,
        }),
        expect.objectContaining({ id: first.id, targetName: "" }),
      ]),
    );

    const undo = (mergeId: string) => as(undoMerge, { params: { mergeId } });
    await expect(undo(first.id)).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "merge_target_missing" } },
    });
    await undo(second.id);
    const name = first.fromName;
    await app.db.execute(
      kind === "contributor"
        ? sql`insert into contributors (name, normalized_name) values (${name}, ${name})`
        : sql`insert into ${sql.identifier(mergedTables[kind])} (name) values (${name})`,
    );
    await expect(undo(first.id)).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "name_taken" } },
    });
    await app.db.execute(sql`delete from ${sql.identifier(mergedTables[kind])} where name = ${name}`);
    await app.db.execute(
      sql`update merges set merged_at = merged_at - interval '30 days' where id = ${first.id}`,
    );
    await expect(undo(first.id)).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "merge_too_old" } },
    });
    expect((await as(listMerges, { query: { kind } })).merges.map(({ id }) => id)).not.toContain(first.id);
  });

  test("into itself or an unknown one is refused", async ({ app }) => {
    const { from, employee } = await setUp(app, kind);
    const merge = (targetId: string) =>
      app.as(employee)(createMerge, { body: { kind, fromId: from, targetId } });
    await expect(merge(from)).rejects.toMatchObject({ status: 400 });
    await expect(merge(randomUUID())).rejects.toMatchObject({ status: 404 });
  });
});

const byTable = (a: ForeignKey, b: ForeignKey) => (a.table < b.table ? -1 : 1);

/** The search vector is computed when the books are indexed. */
const withoutVector = (rows: Record<string, unknown>[] | undefined) =>
  rows?.map(({ search_vector: _vector, ...row }) => row);

async function countBySubject(
  app: TestApp,
  employee: Parameters<TestApp["as"]>[0],
  kind: MergeKind,
  fromId: string,
  targetId: string,
): Promise<Record<string, number>> {
  const { moves } = await app.as(employee)(previewMerge, { query: { kind, fromId, targetId } });
  expect(moves.map(({ subject }) => subject)).toEqual(mergeReferences[kind].map(({ subject }) => subject));
  expect(moves.find(({ subject }) => subject === "books")).toEqual({
    subject: "books",
    count: 2,
    shared: 1,
  });
  return Object.fromEntries(moves.map(({ subject, count }) => [subject, count]));
}

describe("merged contributors", () => {
  test("keep biography and account; their old page shows the new one", async ({ app }) => {
    const { from, target, neighbour, author, employee } = await setUp(app, "contributor");
    const pair = { kind: "contributor" as const, fromId: from, targetId: target };
    expect(await app.as(employee)(previewMerge, { query: pair })).toMatchObject({
      username: author.username,
      hasTwoAccounts: false,
    });

    await app.as(employee)(createMerge, { body: pair });

    const getPage = (contributorId: string) =>
      app.as(null)(booksContract.getContributor, { params: { contributorId: contributorId as never } });
    expect(await getPage(from)).toMatchObject({ id: target, bio: "Writes." });
    expect(await getPage(neighbour)).toMatchObject({ id: neighbour, bio: "" });
    const { rows } = await app.db.execute(sql`select id from contributors where user_id = ${author.id}`);
    expect(rows).toEqual([{ id: target }]);
  });

  test("with two accounts are refused", async ({ app }) => {
    const { from, target, neighbour, employee } = await setUp(app, "contributor");
    const other = await app.make.user({ isAuthor: true });
    await app.db.execute(sql`update contributors set user_id = ${other.id} where id = ${target}`);
    const pair = { kind: "contributor" as const, fromId: from, targetId: target };
    expect(await app.as(employee)(previewMerge, { query: pair })).toMatchObject({
      username: null,
      hasTwoAccounts: true,
    });
    await expect(app.as(employee)(createMerge, { body: pair })).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "two_accounts" } },
    });
    await app.as(employee)(createMerge, { body: { ...pair, targetId: neighbour } });
  });
});

test("fields that editors changed since stay with the target", async ({ app }) => {
  const { from, target, employee } = await setUp(app, "genre");
  const { id } = await app.as(employee)(createMerge, {
    body: { kind: "genre", fromId: from, targetId: target },
  });
  const { rows } = await app.db.execute<{ book_id: string }>(
    sql`select book_id from book_genres where genre_id = ${target} and position = 0 order by 1`,
  );
  const [removed, kept] = rows;
  await app.db.execute(sql`delete from books where id = ${removed?.book_id}`);

  await app.as(employee)(undoMerge, { params: { mergeId: id } });

  const after = await app.db.execute(sql`select book_id from book_genres where genre_id = ${from}`);
  expect(after.rows).toEqual([kept]);
});

test("what a merge moved is deleted when it can no longer be undone", async ({ app }) => {
  const [old, recent] = [await setUp(app, "trope"), await setUp(app, "trope")];
  const ids: string[] = [];
  for (const { from, target, employee } of [old, recent]) {
    const body = { kind: "trope" as const, fromId: from, targetId: target };
    ids.push((await app.as(employee)(createMerge, { body })).id);
  }
  await app.db.execute(
    sql`update merges set merged_at = merged_at - interval '30 days' where id = ${ids[0]}`,
  );
  const readIds = async () => {
    const { rows } = await app.db.execute<{ id: string }>(
      sql`select distinct merge_id as id from merged_rows order by 1`,
    );
    return rows.map(({ id }) => id);
  };
  const before = await readIds();

  await deleteMergedRows(app.db, new Date(app.services.clock().getTime() - mergeUndoDays * 24 * 3_600_000));

  expect(before).toEqual(expect.arrayContaining(ids));
  expect(await readIds()).toEqual(expect.arrayContaining(ids.slice(1)));
  expect(await readIds()).not.toContain(ids[0]);
});
