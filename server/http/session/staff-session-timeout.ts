import type { Request } from "express";
import type { Access } from "#shared/api/contract.ts";
import { forbidden, ProblemError } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { hashSession } from "./session-store.ts";
import { findStaffSession, touchStaff } from "./staff-session-queries.ts";

/** Idle time-out of the staff area; the rest of the library stays accessible. */
const maxIdleMs = 30 * 60_000;
const touchIntervalMs = 60_000;

/**
 * @throws {ProblemError} `unauthenticated` after 30 minutes without activity in the staff area; `forbidden` without
 * the second factor that the operator requires
 */
export async function enforceStaffIdleTimeout(
  { db, clock, settings }: Pick<Services, "db" | "clock" | "settings">,
  access: Access,
  req: Request,
): Promise<void> {
  if (access !== "employee" && access !== "admin") return;
  const now = clock();
  const idHash = hashSession(req.sessionID);
  const { seenAt, hasSecondFactor } = await findStaffSession(db, idHash);
  const idleMs = seenAt ? now.getTime() - seenAt.getTime() : Number.POSITIVE_INFINITY;
  if (idleMs >= maxIdleMs) {
    throw new ProblemError("unauthenticated", "staff_session_expired");
  }
  if (settings.requiresStaffTwoFactor && !hasSecondFactor) throw forbidden("second_factor_missing");
  if (idleMs >= touchIntervalMs) await touchStaff(db, idHash, now);
}
