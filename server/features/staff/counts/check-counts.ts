import type { CountCheck } from "#shared/staff/count-checks.ts";
import type { Context } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";
import { compareCount, deleteOtherChecks, listCheckRows, saveCountCheck } from "./count-queries.ts";
import { keptCounts } from "./kept-count-queries.ts";

/** Compares every kept count with what it counts, and logs and stores the differences. */
export async function checkCounts({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): Promise<void> {
  for (const kept of keptCounts) {
    const found = await compareCount(db, kept);
    if (found.wrong > 0) log.warn({ count: kept.name, ...found }, "a kept count differs from what it counts");
    await saveCountCheck(db, { name: kept.name, checkedAt: clock(), ...found });
  }
  const names = keptCounts.map(({ name }) => name);
  await deleteOtherChecks(db, names);
  log.info({ counts: names.length }, "kept counts checked");
}

export async function listCountChecks({ db }: Context): Promise<{ checks: CountCheck[] }> {
  const rows = await listCheckRows(db);
  return { checks: rows.map(({ examples, ...row }) => ({ ...row, examples: [...examples] })) };
}
