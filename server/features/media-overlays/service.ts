import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Overlay } from "#shared/media-overlays/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { Services } from "#server/services.ts";
import { findMarks, findOverlay, findSample, insertOverlay, listMarkedChapters } from "./queries.ts";

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
export async function getOverlay(services: Services, user: User | null, bookId: BookId): Promise<Overlay> {
  const access = await getAccess(services, user, bookId);
  if (access.needs === "release") throw toRejection(user, access);
  const found = await findOverlay(services.db, bookId);
  const { activeClass = "", playbackActiveClass = "" } = found ?? {};
  const markedChapters = found ? await listMarkedChapters(services.db, bookId) : [];
  return { bookId, activeClass, playbackActiveClass, markedChapters };
}

/**
 * The publisher's marks of a chapter within the readable part.
 *
 * @throws {ProblemError} `not_found` for hidden and unreleased books
 */
export async function getOverlayMarks(
  services: Services,
  user: User | null,
  { bookId, chapterNumber }: { readonly bookId: BookId; readonly chapterNumber: number },
): Promise<OverlayMark[]> {
  const access = await getAccess(services, user, bookId);
  if (access.needs === "release") throw toRejection(user, access);
  const marks = await findMarks(services.db, bookId, chapterNumber);
  if (access.read === "whole" || marks.length === 0) return [...marks];
  const sample = access.read === "none" ? null : await findSample(services.db, bookId);
  return marks.filter(([spineIndex]) => sample !== null && spineIndex <= sample.spineIndex);
}
