import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { auditLog } from "#server/db/schema/accounts/accounts.ts";

/** An action of staff or of security code. `details` contain no names, emails or secrets. */
export interface AuditEntry {
  readonly at: Date;
  /** Null for the server and for commands. */
  readonly actorId: UserId | null;
  readonly action: string;
  readonly target?: string;
  readonly details?: Record<string, unknown>;
}

export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry);
}
