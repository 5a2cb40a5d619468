import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { Cursor, Instant, queryInt, rawText } from "#shared/api/schemas.ts";

/** Type of an action's target: a row of a kind, a plain name, or nothing. */
export const AuditSubjectKind = z.enum([
  "user",
  "book",
  "genre",
  "trope",
  "contributor",
  "challenge",
  "recording",
  "name",
  "none",
]);
export type AuditSubjectKind = z.infer<typeof AuditSubjectKind>;

/** All actions of the audit log, with the kind of their subject; each has a sentence in `locales/audit.json`. */
export const auditActions = {
  "account.claimed": "user",
  "account.created": "user",
  "account.deleted": "none",
  "account.deletion-cancelled": "user",
  "account.deletion-requested": "user",
  "account.undone": "none",
  "announcement.deleted": "contributor",
  "app_token.created": "user",
  "app_token.revoked": "user",
  "appeal.accepted": "user",
  "appeal.rejected": "user",
  "athan.added": "recording",
  "athan.changed": "recording",
  "athan.default": "name",
  "athan.ordered": "none",
  "athan.removed": "none",
  "audit.exported": "none",
  "author.approved": "user",
  "author.declined": "user",
  "book.coauthor_accepted": "book",
  "book.coauthor_declined": "book",
  "book.coauthor_invited": "book",
  "book.coauthor_removed": "book",
  "book.delete": "none",
  "book.hide": "book",
  "book.publish": "book",
  "book.redirect_removed": "book",
  "book.redirected": "book",
  "book.reject": "book",
  "book.revert": "book",
  "book.show": "book",
  "book.submit": "book",
  "book.withdraw": "book",
  "books.bulk_edited": "none",
  "books.bulk_undone": "none",
  "books.csv_applied": "none",
  "challenge.changed": "challenge",
  "challenge.created": "challenge",
  "challenge.deleted": "none",
  "champions.excluded": "user",
  "champions.included": "user",
  "contributor.edited": "contributor",
  "contributor.merge_undone": "contributor",
  "contributor.merged": "contributor",
  "email.changed": "user",
  "email.read": "none",
  "export.requested": "user",
  "genre.created": "name",
  "genre.deleted": "name",
  "genre.edited": "genre",
  "genre.merge_undone": "genre",
  "genre.merged": "genre",
  "genre.ordered": "none",
  "held-words.saved": "none",
  "job.cancelled": "none",
  "job.retried": "none",
  "membership.changed": "user",
  "membership.code_issued": "none",
  "membership.code_revoked": "none",
  "membership.granted": "user",
  "membership.redeemed": "user",
  "message.answered": "none",
  "passkey.added": "user",
  "passkey.removed": "user",
  "password.changed": "user",
  "password.reset": "user",
  "report.dismiss": "user",
  "report.messages-read": "user",
  "report.remove": "user",
  "report.warn": "user",
  "roles.changed": "user",
  "session.ended": "user",
  "session.others-ended": "user",
  "shelf.picked": "name",
  "shelf.unpicked": "none",
  "site.settings_changed": "none",
  "site.text_changed": "name",
  "storage.check_started": "none",
  "storage.migration_cancelled": "none",
  "storage.migration_started": "none",
  "storage.switched": "none",
  "storage.untracked_deleted": "none",
  "subject.decided": "genre",
  "trope.created": "name",
  "trope.deleted": "name",
  "trope.merge_undone": "trope",
  "trope.merged": "trope",
  "trope.renamed": "trope",
  "two-factor.codes-renewed": "user",
  "two-factor.off": "user",
  "two-factor.on": "user",
  "user.deleted": "none",
  "user.posts-removed": "user",
  "user.posts-restored": "user",
  "user.reset_link_made": "user",
  "user.sessions_ended": "user",
  "user.suspended": "user",
  "user.suspension_lifted": "user",
  "user.verification_sent": "user",
  "webhook.changed": "name",
  "webhook.created": "name",
  "webhook.deleted": "name",
  "webhook.disabled": "name",
  "webhook.secret_rotated": "name",
} as const satisfies Readonly<Record<string, AuditSubjectKind>>;

export type AuditAction = keyof typeof auditActions;

export const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action);

export const getAuditSubjectKind = (action: string): AuditSubjectKind =>
  isAuditAction(action) ? auditActions[action] : "none";

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** Null for the server and for commands; the name of a deleted account is empty. */
  actor: z.nullable(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  /** One of `auditActions`, or an action of another version. */
  action: z.string(),
  /** The name is empty when it was deleted. */
  subject: z.object({
    kind: AuditSubjectKind,
    id: z.string(),
    name: z.string(),
    /** Its page; null for none. */
    path: z.nullable(z.string()),
  }),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const text = () => z.optional(rawText(100));

const filters = {
  /** A part of the name or username. */
  actor: text(),
  action: text(),
  /** A part of the name or the id. */
  subject: text(),
  from: z.optional(Instant),
  until: z.optional(Instant),
};

export const auditContract = {
  listAudit: route({
    method: "GET",
    path: "/api/admin/audit",
    access: "admin",
    budget: "search",
    summary: "The audit log, newest first",
    unwatched: "Shown as of its visit",
    query: z.strictObject({ ...filters, limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "entries",
    response: z.object({ entries: z.array(AuditEntry), nextCursor: z.nullable(Cursor) }),
  }),
};

export const auditStreams = {
  exportAudit: stream({
    method: "GET",
    path: "/api/admin/audit.csv",
    access: "admin",
    budget: "search",
    summary: "The audit log as CSV, newest first, with the same filters",
    query: z.strictObject(filters),
    produces: "text/csv",
  }),
};
