import { type Mark, type MarkChange, MarkChangeId } from "#shared/marks/mark.ts";
import { createId } from "#client/lib/uuid.ts";

/**
 * The changes that bring a server which was restored to an older backup up to this device's copy of a mark.
 * Each has the time of the original change, so that newer changes of other devices win.
 *
 * @param theirs the server's copy; null when it has none
 */
export function getLostChanges(mine: Mark, theirs: Mark | null): MarkChange[] {
  if (!theirs && mine.isDeleted) return [];
  const change = (at: Date, fields: Partial<MarkChange>): MarkChange => ({
    id: MarkChangeId.parse(createId()),
    markId: mine.id,
    bookId: mine.bookId,
    at,
    ...fields,
  });
  const isNewer = (field: keyof Mark["fieldTimes"]) =>
    mine.fieldTimes[field].getTime() > (theirs?.fieldTimes[field].getTime() ?? 0);
  const { style, tags, isDeleted, fieldTimes } = mine;
  return [
    ...(theirs ? [] : [change(mine.createdAt, { anchor: mine.anchor })]),
    ...(isNewer("style") ? [change(fieldTimes.style, { style })] : []),
    ...(isNewer("tags") ? [change(fieldTimes.tags, { tags })] : []),
    ...(isNewer("isDeleted") ? [change(fieldTimes.isDeleted, { isDeleted })] : []),
    ...getLostNote(mine, theirs).map((fields) => change(mine.changedAt, fields)),
  ];
}

/** A note that was edited on the server since the backup is kept together with this one. */
function getLostNote(mine: Mark, theirs: Mark | null): Partial<MarkChange>[] {
  const { note, noteChange } = mine;
  if (noteChange === null || noteChange === theirs?.noteChange) return [];
  const replaces = theirs && theirs.changedAt < mine.changedAt ? theirs.noteChange : null;
  // The id of the original change, which two devices may both send.
  return [{ id: noteChange, note, replacesNote: replaces }];
}
