import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readDistributionPlan } from "./distribution-plan.ts";
import { findCrossing } from "./find-crossing.ts";

const file = path.join(import.meta.dirname, "crossing-statements.json");

/** Statements that touch more than one reader's rows for the same reason. */
export interface CrossingGroup {
  /** Empty until someone has written it. */
  readonly reason: string;
  readonly statements: readonly string[];
}

export const readCrossingGroups = (): readonly CrossingGroup[] => JSON.parse(readFileSync(file, "utf8"));

const readRecorded = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line): string => JSON.parse(line)),
  );

/** Puts new statements without a reason into the file, and removes those that are not sent any more. */
export function updateCrossingStatements(folder: string): void {
  const distributed = new Set(readDistributionPlan().distributed);
  const sent = new Set(readRecorded(folder).filter((text) => findCrossing(text, distributed).length > 0));
  const groups = mergeGroups(readCrossingGroups(), sent);
  writeFileSync(file, `${JSON.stringify(groups, null, 2)}\n`);
}

export function mergeGroups(groups: readonly CrossingGroup[], sent: ReadonlySet<string>): CrossingGroup[] {
  const known = new Set(groups.flatMap(({ statements }) => statements));
  const kept = groups.map(({ reason, statements }) => ({
    reason,
    statements: statements.filter((each) => sent.has(each)),
  }));
  const added = [...sent].filter((each) => !known.has(each)).toSorted();
  return [...kept, { reason: "", statements: added }].filter(({ statements }) => statements.length > 0);
}
