import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { type AuditSubjectKind, getAuditSubjectKind } from "#shared/staff/audit.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { pick } from "#server/db/pick.ts";
import { auditLog, users } from "#server/db/schema/accounts/accounts.ts";

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The tables of subjects, with an SQL expression of the name. */
const tables = {
  user: ["users", "first_name || ' ' || last_name"],
  book: ["books", "title"],
  genre: ["genres", "name"],
  trope: ["tropes", "name"],
  contributor: ["contributors", "name"],
  challenge: ["challenges", "title"],
  recording: ["prayer_recordings", "title"],
} as const satisfies { [K in AuditSubjectKind]?: readonly [table: string, name: string] };

const toPattern = (text: string) => `%${escapeLike(text.trim().toLowerCase())}%`;

/** Users by a part of their name or username. */
const isUserLike = (pattern: string) => sql`lower(first_name || ' ' || last_name) like ${pattern}
  or lower(username) like ${pattern}`;

function isSubjectLike(text: string): SQL | undefined {
  const pattern = toPattern(text);
  const idsOf = (kind: keyof typeof tables) => {
    const [table, name] = tables[kind];
    const matches = kind === "user" ? isUserLike(pattern) : sql`lower(${sql.raw(name)}) like ${pattern}`;
    return sql`select id::text from ${sql.identifier(table)} where ${matches}`;
  };
  const ids = Object.keys(tables).map((kind) => idsOf(kind as keyof typeof tables));
  return or(
    sql`lower(${auditLog.target}) like ${pattern}`,
    sql`${auditLog.target} in (${sql.join(ids, sql` union all `)})`,
  );
}

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];

/** Newest first. */
export function listAuditRows(
  db: Database,
  { actor, action, subject, from, until }: AuditFilter,
  before: number | null,
  limit: number,
) {
  return db
    .select({
      ...pick(auditLog, "id", "at", "actorId", "action", "target", "details"),
      ...pick(users, "firstName", "lastName", "username"),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        before === null ? undefined : lt(auditLog.id, before),
        actor?.trim()
          ? sql`${auditLog.actorId} in (select id from ${users} where ${isUserLike(toPattern(actor))})`
          : undefined,
        action ? eq(auditLog.action, action) : undefined,
        subject?.trim() ? isSubjectLike(subject) : undefined,
        from ? gte(auditLog.at, from) : undefined,
        until ? lt(auditLog.at, until) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

export interface SubjectName {
  readonly name: string;
  /** Of users only. */
  readonly username: string;
}

const toKey = (kind: string, id: string) => `${kind} ${id}`;

/** The names of the subjects of some entries, by kind and id; deleted ones are missing. */
export async function findSubjectNames(
  db: Database,
  entries: readonly { readonly action: string; readonly target: string }[],
): Promise<(kind: AuditSubjectKind, id: string) => SubjectName | undefined> {
  const targets = entries.map(({ action, target }) => ({ kind: getAuditSubjectKind(action), target }));
  const selects = Object.entries(tables).flatMap(([kind, [table, name]]) => {
    const ids = targets.filter((each) => each.kind === kind).map(({ target }) => target);
    if (ids.length === 0) return [];
    return sql`select ${kind}::text as kind, id::text as id, ${sql.raw(name)} as name,
      ${kind === "user" ? sql.raw("username") : sql`''`} as username
      from ${sql.identifier(table)} where id::text = any(${sql.param([...new Set(ids)])}::text[])`;
  });
  if (selects.length === 0) return () => undefined;
  const { rows } = await db.execute<{ kind: string; id: string } & Record<keyof SubjectName, string>>(
    sql.join(selects, sql` union all `),
  );
  const byKey = new Map(rows.map((row) => [toKey(row.kind, row.id), row]));
  return (kind, id) => byKey.get(toKey(kind, id));
}
