import type { UserId } from "#shared/accounts/user.ts";
import { notify, withdraw } from "#server/features/notifications/service.ts";
import type { Services } from "#server/services.ts";
import { markCompletions, revokeCompletions } from "./completion-queries.ts";

type Deps = Pick<Services, "db" | "clock" | "live" | "settings" | "jobs">;

/** How long after the end an offline device may still report activity. */
const graceMs = 2 * 86_400_000;
const batchSize = 500;

/**
 * Sets `completedAt` when a goal is reached, and notifies once. Completions that no longer hold are revoked.
 *
 * @param userId null for all users
 */
export async function completeChallenges(services: Deps, userId: UserId | null): Promise<void> {
  const { db, clock, live } = services;
  for (;;) {
    const now = clock();
    const since = new Date(now.getTime() - graceMs);
    const completed = await db.transaction(async (tx) => {
      for (const { challengeId, userId: reader } of await revokeCompletions(tx, since, userId)) {
        await withdraw(tx, reader, `challenge:${challengeId}:completed`);
      }
      const completed = await markCompletions(tx, now, { since, userId, limit: batchSize });
      for (const { challengeId, userId: reader, title, titleArabic } of completed) {
        await notify(
          services,
          reader,
          {
            type: "challenge_update",
            params: { challengeId, title, titleArabic },
            key: `challenge:${challengeId}:completed`,
          },
          tx,
        );
      }
      return completed;
    });
    await live.publishAll(
      completed.map(({ userId: reader }) => ({ userId: reader, event: { topics: ["challenge"] } })),
    );
    if (completed.length < batchSize) return;
  }
}
