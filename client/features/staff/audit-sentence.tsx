import { Fragment, type ReactNode } from "react";
import { type AuditAction, type AuditEntry, isAuditAction } from "#shared/staff/audit.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

/** Stand for the names in a sentence until they are replaced by links. */
const actorMark = "\u{E000}";
const subjectMark = "\u{E001}";

/** A sentence with actor, action and subject, with links. */
export function AuditSentence({ entry }: { readonly entry: AuditEntry }) {
  const { action, actor, subject, details } = entry;
  if (!isAuditAction(action)) {
    return (
      <p>
        <code dir="ltr">{action}</code> <bdi>{subject.name || subject.id}</bdi>
      </p>
    );
  }
  const nodes: Readonly<Record<string, ReactNode>> = {
    [actorMark]: <Actor actor={actor} />,
    [subjectMark]: <Subject subject={{ ...subject, name: localizeName(action, subject.name) }} />,
  };
  const sentence = getSentence(action, { ...details, actor: actorMark, subject: subjectMark });
  const parts = sentence.split(new RegExp(`([${actorMark}${subjectMark}])`, "u"));
  return (
    <p className="break-words">
      {parts.map((part, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order.
        <Fragment key={n}>{nodes[part] ?? part}</Fragment>
      ))}
    </p>
  );
}

function getSentence(action: AuditAction, values: Readonly<Record<string, unknown>>): string {
  const isRenamed =
    values["from"] !== undefined && values["to"] !== undefined && values["from"] !== values["to"];
  const from = values["from"];
  return t(`audit.${action}`, {
    ...values,
    ...(typeof from === "string" && { from: localizeName(action, from) }),
    renamed: isRenamed ? "yes" : "no",
  });
}

/** Genres and themes have localized names. */
const localizeName = (action: AuditAction, name: string): string =>
  /^(genre|trope|subject)\./.test(action) ? getGenreName(name) : name;

/** A sentence without its names: "merged the genre … into …". */
export function getActionLabel(action: AuditAction): string {
  const gap = "…";
  const sentence = getSentence(action, { actor: "", subject: gap, from: gap });
  const [first = "", ...rest] = sentence.replace(/^[\s:،]+/u, "");
  return first.toLocaleUpperCase() + rest.join("");
}

function Actor({ actor }: Pick<AuditEntry, "actor">) {
  if (!actor) return <span className="font-medium">{t("staff.system")}</span>;
  if (!actor.name) return <span className="text-muted">{t("admin.deletedUser")}</span>;
  return (
    <TextLink to={`/admin/view-users?search=${encodeURIComponent(actor.username)}`} dir="auto">
      {actor.name}
    </TextLink>
  );
}

function Subject({ subject: { kind, name, path } }: Pick<AuditEntry, "subject">) {
  if (!name) {
    return <span className="text-muted">{t(kind === "user" ? "admin.deletedUser" : "audit.deleted")}</span>;
  }
  if (!path) return <bdi className="font-medium">{name}</bdi>;
  return (
    <TextLink to={path} dir="auto">
      {name}
    </TextLink>
  );
}

/** The reason or the text of an action, or the roles that changed. */
export function AuditDetails({ entry: { action, details } }: { readonly entry: AuditEntry }) {
  const texts = ["reasonText", "reason", "answer", "text"].flatMap((key) => {
    const value = details[key];
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  const lines = action === "roles.changed" ? listRoleChanges(details) : texts.slice(0, 1);
  return lines.map((line) => (
    <p key={line} dir="auto" className="line-clamp-3 break-words text-muted text-small">
      {line}
    </p>
  ));
}

const roles = [
  ["isAdmin", "staff.admin"],
  ["isEmployee", "staff.employee"],
  ["isAuthor", "staff.author"],
] as const;

function listRoleChanges(details: AuditEntry["details"]): string[] {
  const list = (value: boolean) =>
    roles.flatMap(([role, key]) => (details[role] === value ? [t(key)] : [])).join(" · ");
  return [
    list(true) && t("audit.rolesGiven", { roles: list(true) }),
    list(false) && t("audit.rolesTaken", { roles: list(false) }),
  ].filter((line): line is string => Boolean(line));
}
