import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { ChallengeId } from "#shared/challenges/contract.ts";
import { CommunityId } from "#shared/community/community.ts";
import { notifyAll, sendInBatches } from "#server/features/notifications/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { findChallenge } from "./queries.ts";
import { listFormerParticipants } from "./staff-queries.ts";

/** Notifies the members of a community, or readers who took part in another challenge of the site. */
export const notifyNewChallenge = defineJob({
  name: "challenges.notify-new",
  queue: "soon",
  payload: z.object({ challengeId: ChallengeId, after: z.optional(UserId) }),
  run: async (services, payload) => {
    const { challengeId } = payload;
    const challenge = await findChallenge(services.db, challengeId);
    if (!challenge) return;
    const { title, titleArabic, communityId } = challenge;
    const subject = {
      id: challengeId,
      communityId: communityId === null ? null : CommunityId.parse(communityId),
    };
    await sendInBatches(services, notifyNewChallenge, payload, {
      list: (tx, after, limit) => listFormerParticipants(tx, subject, after, limit),
      send: (tx, userIds) =>
        notifyAll(
          services,
          userIds,
          {
            type: "challenge_new",
            params: { challengeId, title, titleArabic },
            key: `challenge:${challengeId}:new`,
            subject: `challenge:${challengeId}`,
          },
          tx,
        ),
    });
  },
});
