import { randomInt } from "node:crypto";
import type { Database } from "#server/db/client.ts";
import { listUsernamesLike } from "./queries.ts";

const maxLength = 30;

export async function deriveUsername(db: Database, from: string): Promise<string> {
  const base = from
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_.-]+/gu, "")
    .slice(0, maxLength - 7);
  const prefix = base.length >= 2 ? base : `reader${base}`;
  const takenNames = new Set(await listUsernamesLike(db, prefix));
  if (!takenNames.has(prefix.toLowerCase())) return prefix;
  for (let n = 2; n <= 99; n++) {
    if (!takenNames.has(`${prefix}${n}`.toLowerCase())) return `${prefix}${n}`;
  }
  return `${prefix}${randomInt(100_000, 10_000_000)}`;
}
