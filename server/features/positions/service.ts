import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { getAccessTo } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CurrentPosition, PositionHistoryEntry, positionsContract } from "#shared/positions/contract.ts";
import { getPositionFormat } from "#shared/positions/format.ts";
import type { Locator } from "#shared/positions/position.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";
import { convertAudioToText, convertTextToAudio, splitPosition } from "./convert-position.ts";
import {
  findCurrent,
  findSpine,
  listAudioParts,
  listLatestWithText,
  listPositionHistory,
  minDistance,
  minJump,
  type Spine,
} from "./queries.ts";
import { savePositions } from "./save-positions.ts";

export { findSpine, listAudioParts, type Spine, savePositions };

/**
 * The position in both formats: exact with a sync map, else estimated by chapter and marked as approximate.
 * The caller has checked access.
 */
export async function getPosition(
  { db }: Pick<Services, "db">,
  userId: UserId,
  bookId: BookId,
): Promise<CurrentPosition> {
  const current = await findCurrent(db, userId, bookId);
  if (!current) return { current: null, text: null, audio: null, isApproximate: false };
  const { locator } = current;
  const format = getPositionFormat(locator);
  if (format === "both")
    return { current, ...(await splitPosition(db, bookId, locator)), isApproximate: false };
  if (format === "audio") {
    const { found: text, isApproximate } = await convertAudioToText(db, bookId, locator);
    return { current, text, audio: locator, isApproximate };
  }
  const { found: audio, isApproximate } = await convertTextToAudio(db, bookId, locator);
  return { current, text: locator, audio, isApproximate };
}

/** A position in both formats; null in one that the book lacks. */
export async function locateInBoth(
  db: Database,
  bookId: BookId,
  locator: Locator,
): Promise<{ text: Locator | null; audio: Locator | null }> {
  const format = getPositionFormat(locator);
  if (format === "both") return splitPosition(db, bookId, locator);
  if (format === "audio")
    return { text: (await convertAudioToText(db, bookId, locator)).found, audio: locator };
  const { text } = await splitPosition(db, bookId, locator);
  return {
    text: { ...locator, fraction: text.fraction },
    audio: (await convertTextToAudio(db, bookId, locator)).found,
  };
}

/** Null without a position in a visible book. */
export async function findLastRead({ db }: Pick<Services, "db">, user: User): Promise<BookId | null> {
  const latest = await listLatestWithText(db, user.id);
  return latest.find((rights) => getAccessTo(rights, user).read !== "none")?.id ?? null;
}

/** @throws {ProblemError} `not_found` for hidden books */
export async function getMyPosition(
  context: Context,
  { params: { bookId } }: InputOf<typeof positionsContract.getPosition>,
): Promise<CurrentPosition> {
  await getAccess(context, context.user, bookId);
  return getPosition(context, context.user.id, bookId);
}

/** @throws {ProblemError} `not_found` for hidden books */
export async function listPositions(
  context: Context,
  { params: { bookId } }: InputOf<typeof positionsContract.listPositions>,
): Promise<PositionHistoryEntry[]> {
  const { user } = context;
  await getAccess(context, user, bookId);
  const { db } = context;
  const current = await findCurrent(db, user.id, bookId);
  const previous: PositionHistoryEntry[] = [];
  for (const { next, isLastOfDevice, ...entry } of current
    ? await listPositionHistory(db, user.id, bookId)
    : []) {
    if (previous.length === maxHistory) break;
    const isHistoryEntry = isLastOfDevice || (await isFarAway(db, bookId, entry.locator, next, minJump));
    if (
      isHistoryEntry &&
      current &&
      (await isFarAway(db, bookId, entry.locator, current.locator, minDistance))
    )
      previous.push(entry);
  }
  return previous;
}

const maxHistory = 20;
const minApproximateDistance = 0.03;

async function isFarAway(
  db: Database,
  bookId: BookId,
  locator: Locator,
  from: Locator,
  min: number,
): Promise<boolean> {
  const [format, other] = [getPositionFormat(locator), getPositionFormat(from)];
  const isSameFormat = format === null || other === null || (format === "text") === (other === "text");
  if (isSameFormat) return Math.abs(locator.fraction - from.fraction) >= min;
  const { found, isApproximate } = await (format === "text" ? convertTextToAudio : convertAudioToText)(
    db,
    bookId,
    locator,
  );
  return !found || Math.abs(found.fraction - from.fraction) >= (isApproximate ? minApproximateDistance : min);
}
