import type { Mark, MarkChange } from "./mark.ts";

/**
 * A mark after a change. The newest change of a field wins, except for notes: when two devices edit the same
 * note, both texts are kept. Applying a change twice has no further effect.
 *
 * @param mark null before the first change
 * @returns null for a change of an unknown mark
 */
export function applyChange(mark: Mark | null, change: MarkChange): Mark | null {
  const current = mark ?? createMark(change);
  if (!current) return null;
  const { style, tags, isDeleted, at } = change;
  const { fieldTimes } = current;
  const wins = (field: keyof Mark["fieldTimes"]) => at >= fieldTimes[field];
  const changesStyle = style !== undefined && wins("style");
  const changesTags = tags !== undefined && wins("tags");
  const changesDeletion = isDeleted !== undefined && wins("isDeleted");
  return {
    ...current,
    ...mergeNote(current, change),
    ...(changesStyle && { style }),
    ...(changesTags && { tags: [...new Set(tags)].sort() }),
    ...(changesDeletion && { isDeleted }),
    fieldTimes: {
      style: changesStyle ? at : fieldTimes.style,
      tags: changesTags ? at : fieldTimes.tags,
      isDeleted: changesDeletion ? at : fieldTimes.isDeleted,
    },
    changedAt: new Date(Math.max(at.getTime(), current.changedAt.getTime())),
  };
}

function createMark({ markId, bookId, anchor, at }: MarkChange): Mark | null {
  if (!anchor) return null;
  return {
    id: markId,
    bookId,
    anchor,
    placement: "exact",
    style: null,
    note: "",
    noteChange: null,
    tags: [],
    isDeleted: false,
    createdAt: at,
    changedAt: at,
    fieldTimes: { style: new Date(0), tags: new Date(0), isDeleted: new Date(0) },
  };
}

type Note = Pick<Mark, "note" | "noteChange">;

function mergeNote({ note: current, noteChange }: Note, { id, note, replacesNote = null }: MarkChange): Note {
  const kept = { note: current, noteChange };
  if (note === undefined || noteChange === id) return kept;
  if (replacesNote === noteChange || current === "") return { note, noteChange: id };
  if (current.includes(note)) return kept;
  return { note: `${current}\n\n${note}`, noteChange: id };
}
