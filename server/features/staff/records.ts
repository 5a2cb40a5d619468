import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { ContactMessage, recordsContract } from "#shared/staff/records.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  deleteJob,
  findEmailText,
  listEmailRows,
  listMessageRows,
  lockMessage,
  type MessageRow,
  rescheduleJob,
  setAnswer,
} from "./record-queries.ts";

const defaultPage = 50;
type Contract = typeof recordsContract;

function readNumber(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalid({ cursor: "unknown_page" });
  return Number(cursor);
}

export async function listMessages(
  { db }: Services,
  { state = "open", limit = defaultPage, cursor }: InputOf<Contract["listMessages"]>["query"],
) {
  const isAnswered = state === "answered";
  const after = cursor === undefined ? null : new Date(readNumber(cursor));
  const rows = await listMessageRows(db, isAnswered, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const end = last && (isAnswered ? last.answeredAt : last.createdAt);
  return { messages: page.map(toMessage), nextCursor: end ? String(end.getTime()) : null };
}

const toMessage = ({
  id,
  name,
  email,
  topic,
  message,
  createdAt,
  answeredAt,
  answer,
}: MessageRow): ContactMessage => ({
  id,
  name,
  email,
  topic,
  message,
  createdAt,
  answeredAt,
  answer,
});

/** @throws {ProblemError} `not_found`; `conflict` when it was answered before */
export async function answerMessage(
  services: Services,
  actor: User,
  id: string,
  text: string,
): Promise<ContactMessage> {
  const { db, clock, settings } = services;
  return db.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (!message) throw notFound("message");
    if (message.answeredAt) throw conflict("message_answered");
    const quoted = message.message.replace(/^/gm, "> ");
    await enqueueEmail(
      services,
      {
        to: message.email,
        subject: `${settings.productName}: your message`,
        text: `${text}\n\n${quoted}\n`,
      },
      tx,
    );
    await writeAudit(services, "message.answered", actor.id, id, {}, tx);
    const answered = await setAnswer(tx, id, { answer: text, answeredAt: clock(), answeredBy: actor.id });
    if (!answered) throw notFound("message");
    return toMessage(answered);
  });
}

export async function listOutbox(
  { db }: Services,
  { status, limit = defaultPage, cursor }: InputOf<Contract["listOutbox"]>["query"],
) {
  const before = cursor === undefined ? null : new Date(readNumber(cursor));
  const rows = await listEmailRows(db, status, before, limit + 1);
  const emails = rows.slice(0, limit);
  const last = rows.length > limit ? emails.at(-1) : undefined;
  return { emails, nextCursor: last ? String(last.createdAt.getTime()) : null };
}

/** @throws {ProblemError} `not_found` */
export async function readEmail({ db, ...services }: Services, actor: User, id: string) {
  return db.transaction(async (tx) => {
    const email = await findEmailText(tx, id);
    if (!email) throw notFound("email");
    await writeAudit({ db, ...services }, "email.read", actor.id, id, {}, tx);
    return email;
  });
}

/** @throws {ProblemError} `not_found` */
export async function retryJob(services: Services, actor: User, id: string): Promise<void> {
  if (!(await rescheduleJob(services.db, id))) throw notFound("job");
  await writeAudit(services, "job.retried", actor.id, id, {}, services.db);
}

/** @throws {ProblemError} `conflict` for a running or unknown job */
export async function cancelJob(services: Services, actor: User, id: string): Promise<void> {
  if (!(await deleteJob(services.db, id))) throw conflict("job_running");
  await writeAudit(services, "job.cancelled", actor.id, id, {}, services.db);
}
