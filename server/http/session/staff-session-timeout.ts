import type { Request } from "express";
import type { Access } from "#shared/api/contract.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { hashSession } from "./session-store.ts";
import { findStaffSeenAt, touchStaff } from "./staff-session-queries.ts";

/** Idle time-out of the staff area; the rest of the library stays accessible. */
const maxIdleMs = 30 * 60_000;
const touchIntervalMs = 60_000;

/** @throws {ProblemError} `unauthenticated` after 30 minutes without activity in the staff area */
export async function enforceStaffIdleTimeout(
  { db, clock }: Pick<Services, "db" | "clock">,
  access: Access,
  req: Request,
): Promise<void> {
  if (access !== "employee" && access !== "admin") return;
  const now = clock();
  const idHash = hashSession(req.sessionID);
  const seenAt = await findStaffSeenAt(db, idHash);
  const idleMs = seenAt ? now.getTime() - seenAt.getTime() : Number.POSITIVE_INFINITY;
  if (idleMs >= maxIdleMs) {
    throw new ProblemError("unauthenticated", "staff_session_expired");
  }
  if (idleMs >= touchIntervalMs) await touchStaff(db, idHash, now);
}
