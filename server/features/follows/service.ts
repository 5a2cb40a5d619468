import { getShortName } from "#shared/accounts/short-name.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { type Follow, type followsContract, maxFollows } from "#shared/follows/contract.ts";
import { withdraw } from "#server/features/notifications/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, notFound, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { notifyBookFollowers } from "./jobs.ts";
import {
  countFollows,
  deleteFollow,
  deleteFollowsOfSubject,
  findContributorAccount,
  findName,
  insertFollow,
  listFollowRows,
} from "./queries.ts";

/** Notifies the followers of a released book in the background. */
export const enqueueBookFollowers = ({ jobs }: Pick<Services, "jobs">, bookId: BookId): Promise<void> =>
  jobs.add(notifyBookFollowers, { bookId });

export { deleteFollowsOfSubject as deleteFollowsOf };

export const listFollows = ({ db, user, clock }: Pick<Context, "db" | "user" | "clock">): Promise<Follow[]> =>
  listFollowRows(db, user.id, clock());

/**
 * Idempotent.
 *
 * @throws {ProblemError} `not_found` for unknown subjects, closed communities and hidden shelves; `conflict` above the maximum
 */
export async function updateFollow(
  context: Context,
  { params: { kind, id }, body: { isFollowing } }: InputOf<typeof followsContract.updateFollow>,
): Promise<void> {
  const { db, clock, user } = context;
  const contributor = kind === "contributor" ? await findContributorAccount(db, id) : null;
  const key = `follow:${user.id}:${id}`;
  if (!isFollowing) {
    await db.transaction(async (tx) => {
      await deleteFollow(tx, user.id, kind, id);
      if (contributor?.userId) await withdraw(tx, contributor.userId, key);
    });
    return;
  }
  if ((await findName(db, kind, id, user.id, clock())) === null) throw notFound(kind);
  await db.transaction(async (tx) => {
    const isNew = await insertFollow(tx, { userId: user.id, kind, subjectId: id, createdAt: clock() });
    if (!isNew) return;
    if ((await countFollows(tx, user.id)) > maxFollows) {
      throw conflict(reason("too_many_follows", { max: maxFollows }));
    }
    if (!contributor?.userId) return;
    const name = getShortName(user.firstName, user.lastName);
    await notifyFrom(
      context,
      user.id,
      [contributor.userId],
      {
        type: "author_follow",
        params: {},
        key,
        group: { key: `followers:${id}`, actor: name },
      },
      tx,
    );
  });
}
