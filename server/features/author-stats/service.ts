import type { InputOf } from "#shared/api/contract.ts";
import type {
  authorStatsContract,
  authorStatsStreams,
  BookStats,
  StoppingPoint,
  WeekStats,
} from "#shared/author-stats/contract.ts";
import { minReaders } from "#shared/author-stats/contract.ts";
import { withholdSmallCounts } from "#shared/author-stats/withhold-small-counts.ts";
import type { BookId } from "#shared/books/book.ts";
import { getDocumentFractions } from "#shared/positions/text-fraction.ts";
import type { Database } from "#server/db/client.ts";
import { requireOwnBook } from "#server/features/books/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { findEbook, findLastRun, listAudioChapters, listStops, listWeeks } from "./queries.ts";

const statsPeriodMs = 364 * 86_400_000;

/**
 * The stats of a book as its author and staff may see them.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for the books of others
 */
export async function getBookStats(
  context: Context,
  { params: { bookId } }: InputOf<typeof authorStatsContract.getBookStats>,
): Promise<BookStats> {
  const { db, clock } = context;
  await requireOwnBook(context, bookId);
  const since = new Date(clock().getTime() - statsPeriodMs).toISOString().slice(0, 10);
  const weeks = (await listWeeks(db, bookId, since)).map(withholdWeek);
  return { updatedAt: await findLastRun(db), weeks, stops: await findStops(db, bookId) };
}

/** The counts of a week are of different people and have no known sum. */
function withholdWeek({
  week,
  readers,
  listeners,
  minutes,
  finished,
}: Record<keyof WeekStats, number | string>) {
  const toCount = (count: number | string) => (Number(count) < minReaders ? null : Number(count));
  const isKnown = Number(readers) >= minReaders || Number(listeners) >= minReaders;
  return {
    week: String(week),
    readers: toCount(readers),
    listeners: toCount(listeners),
    minutes: isKnown && !(isFew(readers) || isFew(listeners)) ? Number(minutes) : null,
    finished: toCount(finished),
  };
}

/** Some, but too few to be shown. */
const isFew = (count: number | string) => Number(count) > 0 && Number(count) < minReaders;

async function findStops(db: Database, bookId: BookId): Promise<StoppingPoint[]> {
  const stops = await listStops(db, bookId);
  const getFormatStops = async (format: StoppingPoint["format"], list: Promise<Chapter[]>) => {
    const stopsOfFormat = stops.filter((stop) => stop.format === format);
    return stopsOfFormat.length > 0 ? countByChapter(format, stopsOfFormat, await list) : [];
  };
  return [
    ...(await getFormatStops("text", listTextChapters(db, bookId))),
    ...(await getFormatStops("audio", listTimedChapters(db, bookId))),
  ];
}

interface Chapter {
  readonly title: string;
  /** Fraction of the whole. */
  readonly from: number;
}

function countByChapter(
  format: StoppingPoint["format"],
  stops: readonly { readonly percent: number; readonly readers: number }[],
  chapters: readonly Chapter[],
): StoppingPoint[] {
  const chapterCounts = chapters.map(({ title }, index) => ({ title, number: index + 1, readers: 0 }));
  for (const { percent, readers } of stops) {
    const index = chapters.findLastIndex(({ from }) => from <= (percent + 0.5) / 100);
    const chapterCount = chapterCounts[Math.max(0, index)];
    if (chapterCount) chapterCount.readers += readers;
  }
  const nonZero = chapterCounts.filter(({ readers }) => readers > 0);
  const counts = withholdSmallCounts(nonZero.map(({ readers }) => readers));
  return nonZero.map(({ title: chapter, number }, index) => ({
    format,
    number,
    chapter,
    readers: counts[index] ?? null,
  }));
}

/** The top level of the contents, by the documents that they begin in. */
async function listTextChapters(db: Database, bookId: BookId): Promise<Chapter[]> {
  const text = await findEbook(db, bookId);
  if (!text) return [];
  const chapters = text.toc.flatMap(({ label, href }) => {
    const path = href.split("#")[0];
    const document = text.spine.find((item) => item.path === path);
    return document ? [{ title: label, from: getDocumentFractions(text.spine, document.index).from }] : [];
  });
  const isOrdered = chapters.every(({ from }, index) => from >= (chapters[index - 1]?.from ?? 0));
  return isOrdered ? chapters : chapters.sort((a, b) => a.from - b.from);
}

async function listTimedChapters(db: Database, bookId: BookId): Promise<Chapter[]> {
  const chapters = await listAudioChapters(db, bookId);
  const totalSeconds = chapters.reduce((sum, { duration }) => sum + duration, 0);
  let before = 0;
  return chapters.map(({ title, duration }) => {
    const from = totalSeconds > 0 ? before / totalSeconds : 0;
    before += duration;
    return { title, from };
  });
}

export async function downloadBookStats(
  context: HttpContext,
  { params }: InputOf<typeof authorStatsStreams.downloadBookStats>,
): Promise<void> {
  const { req, res } = context;
  const stats = await getBookStats(context, { params });
  sendAsUpload(res, `statistics-${params.bookId}.csv`);
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("Cache-Control", "private, no-store");
  res.end(req.method === "HEAD" ? undefined : toCsv(stats));
}

/** Counts that are withheld are empty. */
function toCsv({ weeks }: BookStats): string {
  const rows = weeks.map(({ week, readers, listeners, minutes, finished }) =>
    [week, readers, listeners, minutes, finished].map((value) => value ?? "").join(","),
  );
  return ["week,readers,listeners,minutes,finished", ...rows].map((row) => `${row}\r\n`).join("");
}
