import type { InputOf } from "#shared/api/contract.ts";
import type { ContactMessage, recordsContract } from "#shared/staff/records.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeTime, toPage } from "#server/http/api/cursor.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import {
  deleteJob,
  findEmailText,
  listEmailRows,
  listJobRows,
  listMessageRows,
  lockMessage,
  rescheduleJob,
  setAnswer,
} from "./record-queries.ts";

const defaultPage = 50;

export async function listMessages(
  { db }: Context,
  { query: { state = "open", limit = defaultPage, cursor } }: InputOf<typeof recordsContract.listMessages>,
) {
  const isAnswered = state === "answered";
  const rows = await listMessageRows(db, isAnswered, decodeTime(cursor), limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ createdAt, answeredAt }) => [
    ((isAnswered && answeredAt) || createdAt).getTime(),
  ]);
  return { messages: shown, nextCursor };
}

/** @throws {ProblemError} `not_found`; `conflict` when it was answered before */
export async function answerMessage(
  context: Context,
  { params: { messageId }, body: { text } }: InputOf<typeof recordsContract.answerMessage>,
): Promise<ContactMessage> {
  const { db, clock, settings, user } = context;
  return db.transaction(async (tx) => {
    const message = await lockMessage(tx, messageId);
    if (!message) throw notFound("message");
    if (message.answeredAt) throw conflict("message_answered");
    const quoted = message.message.replace(/^/gm, "> ");
    await enqueueEmail(
      context,
      {
        to: message.email,
        subject: `${settings.productName}: your message`,
        text: `${text}\n\n${quoted}\n`,
      },
      tx,
    );
    await writeAudit(context, "message.answered", user.id, messageId, {}, tx);
    const answered = await setAnswer(tx, messageId, {
      answer: text,
      answeredAt: clock(),
      answeredBy: user.id,
    });
    if (!answered) throw notFound("message");
    return answered;
  });
}

export async function listOutbox(
  { db }: Context,
  { query: { status, limit = defaultPage, cursor } }: InputOf<typeof recordsContract.listOutbox>,
) {
  const rows = await listEmailRows(db, status, decodeTime(cursor), limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ createdAt }) => [createdAt.getTime()]);
  return { emails: shown, nextCursor };
}

/** @throws {ProblemError} `not_found` */
export async function readEmail(
  context: Context,
  { params: { emailId } }: InputOf<typeof recordsContract.readEmail>,
) {
  return context.db.transaction(async (tx) => {
    const email = await findEmailText(tx, emailId);
    if (!email) throw notFound("email");
    await writeAudit(context, "email.read", context.user.id, emailId, {}, tx);
    return email;
  });
}

/** @throws {ProblemError} `not_found` */
export async function retryJob(
  context: Context,
  { params: { jobId } }: InputOf<typeof recordsContract.retryJob>,
): Promise<void> {
  if (!(await rescheduleJob(context.db, jobId))) throw notFound("job");
  await writeAudit(context, "job.retried", context.user.id, jobId, {}, context.db);
}

/** @throws {ProblemError} `conflict` for a running or unknown job */
export async function cancelJob(
  context: Context,
  { params: { jobId } }: InputOf<typeof recordsContract.cancelJob>,
): Promise<void> {
  if (!(await deleteJob(context.db, jobId))) throw conflict("job_running");
  await writeAudit(context, "job.cancelled", context.user.id, jobId, {}, context.db);
}

export const listJobs = ({ db }: Context) => listJobRows(db);
