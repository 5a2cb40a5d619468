import type { EditedChapter } from "#shared/publishing/chapters.ts";
import { createId } from "#client/lib/uuid.ts";
import { formatClockTime, parseClockTime } from "./clock-time.ts";

/** A chapter while it is edited. */
export interface ChapterDraft extends Omit<EditedChapter, "start"> {
  readonly key: string;
  /** The start in its file, as typed. */
  readonly time: string;
  /** The stored start and how it was shown, so that an unchanged time stays exact. */
  readonly stored: { readonly start: number; readonly time: string };
}

export function toDrafts(chapters: readonly EditedChapter[]): ChapterDraft[] {
  return chapters.map((chapter) => toDraft(chapter));
}

function toDraft({ start, ...chapter }: EditedChapter): ChapterDraft {
  const time = formatClockTime(start);
  return { ...chapter, key: createId(), time, stored: { start, time } };
}

export function toEdited(drafts: readonly ChapterDraft[]): EditedChapter[] {
  return drafts.map(({ title, chapterType, fileId, ...draft }) => ({
    title: title.trim(),
    chapterType,
    fileId,
    start: getStart(draft),
  }));
}

const getStart = ({ time, stored }: Pick<ChapterDraft, "time" | "stored">) =>
  time === stored.time ? stored.start : (parseClockTime(time) ?? 0);

/** Splits the chapter that holds a second of a file; null when a chapter begins there already. */
export function splitChapterAt(
  drafts: readonly ChapterDraft[],
  fileId: string,
  at: number,
  title: string,
): ChapterDraft[] | null {
  const index = drafts.findLastIndex((draft) => draft.fileId === fileId && getStart(draft) <= at);
  const draft = drafts[index];
  const next = drafts[index + 1];
  const startsSoonAfter = next?.fileId === fileId && getStart(next) - at < 1;
  if (!draft || at - getStart(draft) < 1 || startsSoonAfter) return null;
  const { chapterType } = draft;
  const start = Math.round(at * 10) / 10;
  return drafts.toSpliced(index + 1, 0, toDraft({ title, chapterType, fileId, start }));
}

export const mergeWithPrevious = (drafts: readonly ChapterDraft[], index: number): ChapterDraft[] =>
  drafts.toSpliced(index, 1);

/** The file before that of a chapter which begins its own file; null for the others and the first file. */
export function findPreviousFile(drafts: readonly ChapterDraft[], index: number): string | null {
  const previousFileId = drafts[index - 1]?.fileId;
  return previousFileId === undefined || previousFileId === drafts[index]?.fileId ? null : previousFileId;
}

/** Puts the file that begins with a chapter before the previous file. */
export function moveFileUp(drafts: readonly ChapterDraft[], index: number): ChapterDraft[] {
  const previousFileId = findPreviousFile(drafts, index);
  const movedFileId = drafts[index]?.fileId;
  if (previousFileId === null) return [...drafts];
  const at = drafts.findIndex(({ fileId }) => fileId === previousFileId);
  const rest = drafts.filter(({ fileId }) => fileId !== movedFileId);
  return rest.toSpliced(at, 0, ...drafts.filter(({ fileId }) => fileId === movedFileId));
}
