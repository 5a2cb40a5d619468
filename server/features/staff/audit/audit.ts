import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getFullName } from "#shared/accounts/full-name.ts";
import type { InputOf } from "#shared/api/contract.ts";
import {
  type AuditEntry,
  type AuditSubjectKind,
  type auditContract,
  type auditStreams,
  getAuditSubjectKind,
} from "#shared/staff/audit.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { decodeCursor, rowId, toPage } from "#server/http/api/cursor.ts";
import { toCsvLine } from "#server/http/csv-line.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import {
  type AuditFilter,
  type AuditRow,
  findSubjectNames,
  listAuditRows,
  type SubjectName,
} from "./audit-queries.ts";

const defaultPage = 50;
const exportPage = 500;

export async function listAudit({ db }: Context, { query }: InputOf<typeof auditContract.listAudit>) {
  const { limit = defaultPage, cursor, ...filter } = query;
  const [before = null] = decodeCursor(cursor, rowId) ?? [];
  const rows = await listAuditRows(db, filter, before, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ id }) => [id]);
  return { entries: await toEntries(db, shown), nextCursor };
}

async function toEntries(db: Database, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const findName = await findSubjectNames(db, rows);
  return rows.map(({ id, actorId, firstName, lastName, username, target, ...row }) => {
    const kind = getAuditSubjectKind(row.action);
    const found = kind === "name" ? { name: target, username: "" } : findName(kind, target);
    return {
      ...row,
      id: String(id),
      actor: actorId && { id: actorId, name: getFullName(firstName, lastName), username: username ?? "" },
      subject: {
        kind,
        id: target,
        name: found?.name ?? "",
        path: found ? getPath(kind, target, found) : null,
      },
    };
  });
}

/** The page of a subject that exists. */
function getPath(kind: AuditSubjectKind, id: string, { name, username }: SubjectName): string | null {
  switch (kind) {
    case "user":
      return `/admin/view-users?search=${encodeURIComponent(username)}`;
    case "book":
      return `/book/${id}`;
    case "genre":
      return `/genre/${encodeURIComponent(name)}`;
    case "trope":
      return `/browse?trope=${encodeURIComponent(name)}`;
    case "contributor":
      return `/author/${id}`;
    case "challenge":
      return `/challenges/${id}`;
    case "recording":
      return "/admin/athan-management";
    default:
      return null;
  }
}

const columns = ["time", "actor", "actorUsername", "action", "subject", "subjectId", "details"];

/** Sends the filtered audit log as CSV. */
export async function exportAudit(
  context: HttpContext,
  { query: filter }: InputOf<typeof auditStreams.exportAudit>,
): Promise<void> {
  const { res } = context;
  const { settings, clock, user } = context;
  sendAsUpload(res, `${settings.productName} audit log ${clock().toISOString().slice(0, 10)}.csv`);
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  await writeAudit(context, "audit.exported", user.id, "", {}, context.db);
  await pipeline(Readable.from(writeCsv(context.db, filter)), res).catch(() => res.destroy());
}

async function* writeCsv(db: Database, filter: AuditFilter): AsyncGenerator<string> {
  // Without a byte order mark some spreadsheets garble Arabic.
  yield `\uFEFF${toCsvLine(columns)}`;
  let before: number | null = null;
  for (;;) {
    const rows: readonly AuditRow[] = await listAuditRows(db, filter, before, exportPage);
    const entries = await toEntries(db, rows);
    yield entries.map(toLine).join("");
    before = rows.at(-1)?.id ?? null;
    if (rows.length < exportPage) return;
  }
}

const toLine = ({ at, actor, action, subject, details }: AuditEntry): string =>
  toCsvLine([
    at.toISOString(),
    actor?.name ?? "",
    actor?.username ?? "",
    action,
    subject.name,
    subject.id,
    JSON.stringify(details),
  ]);
