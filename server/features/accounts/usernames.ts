import { randomInt } from "node:crypto";
import type { Database } from "#server/db/client.ts";
import { listUsernamesLike } from "./queries.ts";

const max = 30;

export async function deriveUsername(db: Database, from: string): Promise<string> {
  const base = from
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_.-]+/gu, "")
    .slice(0, max - 7);
  const beginning = base.length >= 2 ? base : `reader${base}`;
  const takenNames = new Set(await listUsernamesLike(db, beginning));
  if (!takenNames.has(beginning.toLowerCase())) return beginning;
  for (let n = 2; n <= 99; n++) {
    if (!takenNames.has(`${beginning}${n}`.toLowerCase())) return `${beginning}${n}`;
  }
  return `${beginning}${randomInt(100_000, 10_000_000)}`;
}
