import * as z from "zod/mini";
import { isStaff, type User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { ChallengeId } from "#shared/challenges/contract.ts";
import {
  type ChallengeUpdate,
  ChallengeUpdateId,
  type challengeUpdatesContract,
  updateEveryMinutes,
} from "#shared/challenges/updates.ts";
import { sendInBatches, withdrawSubject } from "#server/features/notifications/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { requireVisibleChallenge } from "./service.ts";
import { lockChallenge } from "./staff-queries.ts";
import {
  deleteUpdateRow,
  findUpdate,
  insertUpdate,
  listLatestUpdates,
  listParticipantIds,
} from "./update-queries.ts";

const excerptLength = 200;

/** The subject of an update's notifications. */
export const updateSubject = (id: ChallengeUpdateId) => `challenge-update:${id}`;

async function canManage(services: Services, user: User | null, id: ChallengeId): Promise<boolean> {
  const { challenge, isModerator } = await requireVisibleChallenge(services, user, id);
  return user !== null && (challenge.communityId === null ? isStaff(user) : isModerator);
}

/** @throws {ProblemError} `not_found` */
export async function listUpdates(
  context: GuestContext,
  { params: { challengeId } }: InputOf<typeof challengeUpdatesContract.listUpdates>,
): Promise<{ updates: ChallengeUpdate[]; canPost: boolean }> {
  const canPost = await canManage(context, context.user, challengeId);
  return { updates: await listLatestUpdates(context.db, challengeId), canPost };
}

/** @throws {ProblemError} `not_found`; `forbidden`; `conflict` within an hour of the last one */
export async function postUpdate(
  context: Context,
  { params: { challengeId }, body: { text } }: InputOf<typeof challengeUpdatesContract.postUpdate>,
): Promise<ChallengeUpdate> {
  if (!(await canManage(context, context.user, challengeId))) throw forbidden();
  const createdAt = context.clock();
  return context.db.transaction(async (tx) => {
    if (!(await lockChallenge(tx, challengeId))) throw notFound("challenge");
    const [last] = await listLatestUpdates(tx, challengeId);
    const since = last ? createdAt.getTime() - last.createdAt.getTime() : Number.POSITIVE_INFINITY;
    if (since < updateEveryMinutes * 60_000) throw conflict("challenge_update_too_soon");
    const update = await insertUpdate(tx, { challengeId, authorId: context.user.id, text, createdAt });
    await context.jobs.add(notifyChallengeUpdate, { updateId: update.id }, { db: tx });
    return update;
  });
}

/** @throws {ProblemError} `not_found`; `forbidden` */
export async function deleteUpdate(
  context: Context,
  { params: { challengeId, updateId } }: InputOf<typeof challengeUpdatesContract.deleteUpdate>,
): Promise<void> {
  if (!(await canManage(context, context.user, challengeId))) throw forbidden();
  await context.db.transaction(async (tx) => {
    if (!(await deleteUpdateRow(tx, challengeId, updateId))) throw notFound("update");
    await withdrawSubject(tx, updateSubject(updateId));
  });
}

/** Notifies the participants of a challenge. */
export const notifyChallengeUpdate = defineJob({
  name: "challenges.notify-update",
  queue: "soon",
  payload: z.object({ updateId: ChallengeUpdateId, after: z.optional(UserId) }),
  run: async (services, payload) => {
    const { updateId } = payload;
    const update = await findUpdate(services.db, updateId);
    if (!update) return;
    const { authorId, challengeId, title, titleArabic, text } = update;
    const excerpt = text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text;
    await sendInBatches(services, notifyChallengeUpdate, payload, {
      list: (tx, after, limit) => listParticipantIds(tx, challengeId, after, limit),
      send: (tx, userIds) =>
        notifyFrom(
          services,
          authorId,
          userIds,
          {
            type: "challenge_news",
            params: { challengeId, title, titleArabic, text: excerpt },
            key: updateSubject(updateId),
            subject: updateSubject(updateId),
          },
          tx,
        ),
    });
  },
});
