import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Services } from "#server/services.ts";
import { claimDigest, listDigestUsers, lockLastDigestDay, setLastDigestDay } from "./digest-queries.ts";
import { createEmail } from "./email-layout.ts";
import { renderIn } from "./render.ts";
import { findDigestDay } from "./times.ts";

/** Sends the digests that are due; each user has one a day at most, and each notification is mailed once. */
export async function sendDigests(
  services: Pick<Services, "db" | "clock" | "settings" | "jobs">,
): Promise<void> {
  const { db, clock, settings } = services;
  for (const { id: userId, firstName, emailAddress, language, times } of await listDigestUsers(db)) {
    const day = times && findDigestDay(times, clock());
    if (!emailAddress || !day) continue;
    await db.transaction(async (tx) => {
      const last = await lockLastDigestDay(tx, userId);
      if (last !== null && last >= day) return;
      const claimed = await claimDigest(tx, userId);
      if (claimed.length === 0) return;
      await setLastDigestDay(tx, userId, day);
      const items = claimed.map((notification) => renderIn(language, notification));
      const email = createEmail(settings, { userId, firstName, language, kind: "digest", items });
      await enqueueEmail(services, { ...email, to: emailAddress, queue: "later" }, tx);
    });
  }
}
