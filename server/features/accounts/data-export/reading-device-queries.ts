import { and, asc, eq, gt } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { koreaderProgress as progress } from "#server/db/schema/reading/koreader.ts";

/** The reports of KOReader, by document. */
export function listExportedProgress(
  db: Database,
  userId: UserId,
  { after, limit }: { readonly after: string | null; readonly limit: number },
) {
  return db
    .select(pick(progress, "document", "progress", "percentage", "device", "deviceId", "at"))
    .from(progress)
    .where(and(eq(progress.userId, userId), after === null ? undefined : gt(progress.document, after)))
    .orderBy(asc(progress.document))
    .limit(limit);
}
