import { describe, expect, test } from "vitest";
import { mergeGroups, readCrossingGroups, updateCrossingStatements } from "./crossing-statements.ts";
import { readDistributionPlan } from "./distribution-plan.ts";
import { findCrossing } from "./find-crossing.ts";
import { normalizeStatement } from "./normalize-statement.ts";

const recorded = process.env["RECORDED_STATEMENTS"];
const owned = new Set(["marks", "mark_tags", "follows"]);
const find = (text: string) => findCrossing(normalizeStatement(text), owned);

describe("a statement", () => {
  test.each([
    [
      "its reader's rows",
      `select "id" from "marks" where ("marks"."user_id" = $1 and "marks"."book_id" = $2)`,
    ],
    [
      "its reader's rows by an alias",
      "select m.id from marks m join books b on b.id = m.book_id where m.user_id = $1",
    ],
    [
      "rows joined to its reader's",
      `select 1 from "marks" inner join "mark_tags" on "mark_tags"."user_id" = "marks"."user_id" where "marks"."user_id" = $1`,
    ],
    ["one new row", `insert into "marks" ("id", "user_id") values ($1, $2) on conflict do nothing`],
    ["other tables only", `select "id" from "books" where "books"."title" = $1`],
  ])("touches %s", (_, text) => {
    expect(find(text)).toEqual([]);
  });

  test.each([
    ["a book's", `select "id" from "marks" where "marks"."book_id" = $1`, ["marks"]],
    ["several readers'", `select "id" from "marks" where "marks"."user_id" in ($1, $2)`, ["marks"]],
    [
      "those of a table that is not joined by the reader",
      `select 1 from "marks" inner join "mark_tags" on "mark_tags"."mark_id" = "marks"."id" where "marks"."user_id" = $1`,
      ["mark_tags"],
    ],
    [
      "a subquery's, beside its reader's",
      `delete from "marks" where "marks"."user_id" = $1 and "marks"."id" in (select "id" from "marks" where "marks"."book_id" = $2)`,
      ["marks"],
    ],
    ["new", `insert into "marks" ("id", "user_id") values ($1, $2), ($3, $4)`, ["marks"]],
    ["positions of a batch", "select * from record_positions($1::jsonb, $2)", ["record_positions"]],
  ])("touches %s rows", (_, text, tables) => {
    expect(find(text)).toEqual(tables);
  });
});

test("a new statement has no reason, and one that is not sent any more is left out", () => {
  const groups = [{ reason: "A page of a book.", statements: ["old", "gone"] }];

  expect(mergeGroups(groups, new Set(["new", "old"]))).toEqual([
    { reason: "A page of a book.", statements: ["old"] },
    { reason: "", statements: ["new"] },
  ]);
});

// `npm run test:statements` records what all tests send, and adds what is new.
test("each statement that touches more than one reader's rows has a reason", () => {
  if (recorded !== undefined) updateCrossingStatements(recorded);
  const groups = readCrossingGroups();
  const distributed = new Set(readDistributionPlan().distributed);
  const statements = groups.flatMap((group) => group.statements);

  expect(statements.length).toBeGreaterThan(50);
  expect(new Set(statements).size).toBe(statements.length);
  expect(statements.filter((text) => findCrossing(text, distributed).length === 0)).toEqual([]);
  expect(groups.filter(({ reason }) => reason.length < 20).flatMap((group) => group.statements)).toEqual([]);
});
