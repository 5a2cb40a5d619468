import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import { insertAuditEntry } from "./audit-queries.ts";

type Deps = Pick<Services, "db" | "clock" | "log">;

export async function audit(
  { db, clock, log }: Deps,
  action: string,
  actorId: UserId | null,
  target: string,
  details: Record<string, unknown> = {},
  transaction: Database = db,
): Promise<void> {
  await insertAuditEntry(transaction, { at: clock(), actorId, action, target, details });
  getAreaLog(log, "auth").info({ event: action, actorId, target, ...details }, "account event");
}
