import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { User } from "#shared/accounts/user.ts";
import { getUtcOffset } from "#shared/reading-activity/time-zone.ts";
import { padTwoDigits } from "#shared/text/two-digits.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { toCsvLine } from "#server/http/csv-line.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import type { Services } from "#server/services.ts";
import { type ListedSession, listSessionRows, type SessionCursor } from "./queries.ts";

const pageSize = 500;

/** An exported session, in the reader's local time. */
const toExportedSession = (row: ListedSession) => ({
  id: row.id,
  title: row.currentTitle ?? row.title,
  bookId: row.bookId,
  kind: row.kind,
  startedAt: formatLocalTime(row.startedAt, row.zone),
  endedAt: formatLocalTime(row.endedAt, row.zone),
  zone: row.zone,
  seconds: (row.endedAt.getTime() - row.startedAt.getTime()) / 1000,
  pages: row.pages,
  words: row.words,
  chapters: row.chapters,
  device: row.device,
  isManuallyAdded: row.isManual,
  editedAt: row.editedAt?.toISOString() ?? null,
});

const columns = [
  "id",
  "title",
  "bookId",
  "kind",
  "startedAt",
  "endedAt",
  "zone",
  "seconds",
  "pages",
  "words",
  "chapters",
  "device",
  "isManuallyAdded",
  "editedAt",
] as const satisfies readonly (keyof ReturnType<typeof toExportedSession>)[];

/** Exports all sessions as CSV, latest first. */
export async function exportCsv(context: HttpContext): Promise<void> {
  const { res } = context;
  await send(context, res, { type: "text/csv", extension: "csv" }, writeCsv(context.db, context.user));
}

/** Exports all sessions as JSON, latest first. */
export async function exportJson(context: HttpContext): Promise<void> {
  const { res } = context;
  await send(
    context,
    res,
    { type: "application/json", extension: "json" },
    writeJson(context.db, context.user),
  );
}

async function send(
  { settings, clock }: Services,
  res: Response,
  { type, extension }: { readonly type: string; readonly extension: string },
  parts: AsyncGenerator<string>,
): Promise<void> {
  sendAsUpload(
    res,
    `${settings.productName} reading activity ${clock().toISOString().slice(0, 10)}.${extension}`,
  );
  res.setHeader("Content-Type", `${type}; charset=utf-8`);
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  await pipeline(Readable.from(parts), res).catch(() => res.destroy());
}

async function* writeCsv(db: Services["db"], user: User): AsyncGenerator<string> {
  // Without a byte order mark some spreadsheets garble Arabic.
  yield `\uFEFF${toCsvLine(columns)}`;
  for await (const page of listPages(db, user)) {
    yield page
      .map(toExportedSession)
      .map((row) => toCsvLine(columns.map((column) => row[column])))
      .join("");
  }
}

async function* writeJson(db: Services["db"], user: User): AsyncGenerator<string> {
  let before = "[\n";
  for await (const page of listPages(db, user)) {
    for (const row of page) {
      yield before + JSON.stringify(toExportedSession(row));
      before = ",\n";
    }
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* listPages(db: Services["db"], user: User): AsyncGenerator<readonly ListedSession[]> {
  let after: SessionCursor | null = null;
  for (;;) {
    const page: readonly ListedSession[] = await listSessionRows(db, user, { after, limit: pageSize });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { started: last.started, id: last.id };
  }
}

/** "2026-03-01T09:15:00.000+03:00": local time with its offset. */
function formatLocalTime(time: Date, zone: string): string {
  const offset = getUtcOffset(zone, time.getTime());
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const offsetText = `${offset < 0 ? "-" : "+"}${padTwoDigits(Math.floor(minutes / 60))}:${padTwoDigits(minutes % 60)}`;
  return new Date(time.getTime() + offset).toISOString().replace("Z", offsetText);
}
