import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";

const planFile = path.join(projectRoot, "server/deploy/citus/distribution.sql");

export interface DistributionPlan {
  /** By reader. */
  readonly distributed: readonly string[];
  readonly reference: readonly string[];
  readonly local: readonly string[];
  /** `table.constraint` that the plan drops first. */
  readonly dropped: readonly string[];
  /** Tables whose primary key becomes the reader and the id. */
  readonly rekeyed: readonly string[];
}

export function readDistributionPlan(): DistributionPlan {
  const plan = readFileSync(planFile, "utf8").replaceAll(/^--.*$/gm, "");
  const listTables = (call: string) =>
    Array.from(plan.matchAll(new RegExp(`^select ${call}\\('(\\w+)'`, "gm")), ([, table = ""]) => table);
  return {
    distributed: listTables("create_distributed_table"),
    reference: listTables("create_reference_table"),
    local: listTables("citus_add_local_table_to_metadata"),
    dropped: Array.from(
      plan.matchAll(/alter table (\w+) drop constraint (\w+)/g),
      ([, table, name]) => `${table}.${name}`,
    ),
    rekeyed: Array.from(
      plan.matchAll(/alter table (\w+) .*add primary key \(user_id, id\)/g),
      ([, table = ""]) => table,
    ),
  };
}
