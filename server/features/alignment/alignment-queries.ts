import { and, eq, inArray, sql } from "drizzle-orm";
import type { Alignment } from "#shared/alignment/alignment.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { alignments } from "#server/db/schema/books/alignment.ts";

export type AlignmentRow = typeof alignments.$inferSelect;

/** Null when a book was never aligned. */
export async function findAlignment(db: Database, bookId: BookId): Promise<AlignmentRow | null> {
  const [row] = await db.select().from(alignments).where(eq(alignments.bookId, bookId));
  return row ?? null;
}

export async function upsertRun(
  db: Database,
  input: Pick<AlignmentRow, "bookId" | "run" | "chapters" | "chapterCount" | "requestedAt">,
): Promise<void> {
  const newAlignment: AlignmentRow = {
    ...input,
    state: "queued",
    stage: null,
    progress: 0,
    chaptersDone: 0,
    reason: null,
    about: "",
    startedAt: null,
    endedAt: null,
    seenAt: null,
  };
  await db
    .insert(alignments)
    .values(newAlignment)
    .onConflictDoUpdate({ target: alignments.bookId, set: newAlignment });
}

const isActive = inArray(alignments.state, ["queued", "running"]);

/** @returns the started run; null when it was cancelled, has ended or was replaced */
export async function startRun(
  db: Database,
  bookId: BookId,
  run: string,
  now: Date,
): Promise<AlignmentRow | null> {
  const [started] = await db
    .update(alignments)
    .set({ state: "running", startedAt: sql`coalesce(${alignments.startedAt}, ${now})`, seenAt: now })
    .where(and(eq(alignments.bookId, bookId), eq(alignments.run, run), isActive))
    .returning();
  return started ?? null;
}

/** @returns whether the run was not cancelled */
export async function updateProgress(
  db: Database,
  bookId: BookId,
  run: string,
  input: Pick<AlignmentRow, "stage" | "progress" | "chaptersDone"> & { readonly seenAt: Date },
): Promise<boolean> {
  const updated = await db
    .update(alignments)
    .set(input)
    .where(and(eq(alignments.bookId, bookId), eq(alignments.run, run), isActive))
    .returning({ run: alignments.run });
  return updated.length > 0;
}

/** @returns whether it was running */
export async function finishRun(
  db: Database,
  bookId: BookId,
  run: string,
  outcome: Pick<Alignment, "state" | "reason" | "about"> & { readonly endedAt: Date },
): Promise<boolean> {
  const finalProgress =
    outcome.state === "done" ? { progress: 1, chaptersDone: alignments.chapterCount } : {};
  const ended = await db
    .update(alignments)
    .set({ ...outcome, ...finalProgress, stage: null })
    .where(and(eq(alignments.bookId, bookId), eq(alignments.run, run), isActive))
    .returning({ run: alignments.run });
  return ended.length > 0;
}
