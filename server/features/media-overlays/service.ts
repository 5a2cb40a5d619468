import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { mediaOverlaysContract, Overlay } from "#shared/media-overlays/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { findOverlay, findSample, insertOverlay, listMarkedChapters, listMarks } from "./queries.ts";
import { markReadAlongPage } from "./read-along-page.ts";

export { markReadAlongPage };

interface NewOverlay extends Pick<Overlay, "activeClass" | "playbackActiveClass"> {
  readonly marks: ReadonlyArray<{ readonly chapterNumber: number; readonly marks: readonly OverlayMark[] }>;
}

export async function saveOverlay(
  db: Database,
  bookId: BookId,
  { marks, activeClass, playbackActiveClass }: NewOverlay,
): Promise<void> {
  const rows = marks.map((chapterMarks) => ({ bookId, ...chapterMarks }));
  await insertOverlay(db, { bookId, activeClass, playbackActiveClass }, rows);
}

/**
 * The highlight classes of a book's media overlays; empty without any.
 *
 * @throws {ProblemError} `not_found`
 */
export async function getOverlay(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof mediaOverlaysContract.getOverlay>,
): Promise<Overlay> {
  const access = await getAccess(context, context.user, bookId);
  if (access.needs === "release") throw toRejection(context.user, access);
  const found = await findOverlay(context.db, bookId);
  const { activeClass = "", playbackActiveClass = "" } = found ?? {};
  const markedChapters = found ? await listMarkedChapters(context.db, bookId) : [];
  return { bookId, activeClass, playbackActiveClass, markedChapters };
}

/**
 * The publisher's marks of a chapter within the readable part.
 *
 * @throws {ProblemError} `not_found` for hidden and unreleased books
 */
export async function getOverlayMarks(
  context: GuestContext,
  { params: { bookId, chapterNumber } }: InputOf<typeof mediaOverlaysContract.getOverlayMarks>,
): Promise<OverlayMark[]> {
  const access = await getAccess(context, context.user, bookId);
  if (access.needs === "release") throw toRejection(context.user, access);
  const marks = await listMarks(context.db, bookId, chapterNumber);
  if (access.read === "whole" || marks.length === 0) return [...marks];
  const sample = access.read === "none" ? null : await findSample(context.db, bookId);
  return marks.filter(([spineIndex]) => sample !== null && spineIndex <= sample.spineIndex);
}
