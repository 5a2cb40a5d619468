import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { schemaFile } from "#server/db/describe-schema.ts";
import { readDistributionPlan } from "./distribution-plan.ts";

const schema = readFileSync(schemaFile, "utf8");
const plan = readDistributionPlan();
const tables = [...new Set(Array.from(schema.matchAll(/^column (\w+)\./gm), ([, table = ""]) => table))];
const splitColumns = (columns = "") => columns.replaceAll('"', "").split(", ");

const constraints = Array.from(
  schema.matchAll(/^constraint (\w+)\.(\S+) (PRIMARY KEY|UNIQUE)[^(]*\((.*?)\)/gm),
  ([, table = "", name, , columns]) => ({ table, id: `${table}.${name}`, columns: splitColumns(columns) }),
);
const indexes = Array.from(
  schema.matchAll(/^index CREATE UNIQUE INDEX (\S+) ON public\.(\w+) USING btree \((.*?)\)/gm),
  ([, name = "", table = "", columns]) => ({
    table,
    id: `${table}.${name.replaceAll('"', "")}`,
    columns: splitColumns(columns),
  }),
);
const foreignKeys = Array.from(
  schema.matchAll(/^constraint (\w+)\.(\S+) FOREIGN KEY \((.*?)\) REFERENCES (\w+)\(/gm),
  ([, table = "", name, columns, target = ""]) => ({
    table,
    id: `${table}.${name}`,
    columns: splitColumns(columns),
    target,
  }),
);

describe("the distribution plan", () => {
  test("names every table of the schema exactly once", () => {
    const named = [...plan.distributed, ...plan.reference, ...plan.local];

    expect(tables.length).toBeGreaterThan(100);
    expect(named.toSorted()).toEqual(tables.toSorted());
  });

  test("distributes by a column that every unique key has", () => {
    expect(constraints.length).toBeGreaterThan(100);
    expect(indexes.length).toBeGreaterThan(constraints.length / 2);
    const without = [...constraints, ...indexes].filter(
      ({ table, columns }) => plan.distributed.includes(table) && !columns.includes("user_id"),
    );

    expect(new Set(without.map(({ id }) => id))).toEqual(
      new Set(plan.rekeyed.map((table) => `${table}.${table}_pkey`)),
    );
    for (const { id } of without) expect(plan.dropped).toContain(id);
  });

  test("keeps each foreign key within a node", () => {
    const { distributed, reference } = plan;
    expect(foreignKeys.length).toBeGreaterThan(100);
    const crossing = foreignKeys.filter(({ table, columns, target }) => {
      if (distributed.includes(table)) {
        if (distributed.includes(target)) return !columns.includes("user_id");
        return !reference.includes(target);
      }
      return reference.includes(table) ? !reference.includes(target) : distributed.includes(target);
    });

    expect(crossing.map(({ id }) => id)).toEqual([
      "notification_events.notification_events_notification_id_notifications_id_fk",
    ]);
    for (const { id } of crossing) expect(plan.dropped).toContain(id);
  });
});
