import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import {
  type CancellationAction,
  findCheckoutSession,
  findSubscriptionId,
  insertCancellation,
} from "./membership-queries.ts";

type Deps = Pick<Services, "db" | "jobs" | "clock">;

/** Cancels at the payment provider what is listed in `membership_cancellations`. */
export const membershipCancelling = {
  name: "memberships.cancel",
  queue: "soon",
  payload: z.strictObject({}),
} satisfies JobEvent;

/** It is tried until the payment provider has accepted it, each night at the latest. */
export async function requestCancellation(
  { db, jobs, clock }: Deps,
  targetId: string,
  action: CancellationAction,
): Promise<void> {
  await insertCancellation(db, { targetId, action, requestedAt: clock() });
  await jobs.add(membershipCancelling, {}, { db, key: membershipCancelling.name });
}

/** A user who is being deleted must not be charged any more. */
export async function endMembership(
  services: Deps,
  userId: UserId,
  action: "cancel" | "cancel-at-period-end",
): Promise<void> {
  const subscriptionId = await findSubscriptionId(services.db, userId);
  if (subscriptionId) await requestCancellation(services, subscriptionId, action);
  const sessionId = await findCheckoutSession(services.db, userId);
  if (sessionId) await requestCancellation(services, sessionId, "expire-checkout");
}
