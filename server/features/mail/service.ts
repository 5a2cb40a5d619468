import * as z from "zod/mini";
import type { Database } from "#server/db/client.ts";
import { decrypt, encrypt } from "#server/http/security/encryption.ts";
import type { QueueName } from "#server/jobs/job-queue.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { emailCount } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import {
  claimEmail,
  deleteEmailsBefore,
  deleteEmailsByRecipient,
  deleteUnsent,
  insertEmails,
  markAbandonedEmails,
  updateEmailStatus,
} from "./queries.ts";

const dayMs = 24 * 3_600_000;

const emailRetentionDays = 30;

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Such as a link in the text: sent, and stored only encrypted until then. */
  readonly secret?: string;
  /** The record it is about, such as `post:<id>`. An unsent email is deleted with that record. */
  readonly about?: string;
  /** The earliest time to send it. */
  readonly sendAt?: Date | null;
  /** Emails that nobody waits for are sent after the others; `now` by default. */
  readonly queue?: QueueName;
}

type Deps = Pick<Services, "db" | "settings" | "jobs" | "clock">;

/**
 * Queues an email. It is sent by a job if SMTP is configured, else it stays in the outbox.
 *
 * @throws {Error} when the address or subject has a line break, which could inject headers
 */
export async function enqueueEmail(
  services: Deps,
  email: EmailMessage,
  within: Database = services.db,
): Promise<void> {
  await enqueueEmails(services, [email], within);
}

const hiddenSecret = "••••••••";

const hideSecret = (text: string, secret: string | undefined) =>
  secret === undefined ? text : text.replaceAll(secret, hiddenSecret);

/** Queues many emails; see `enqueueEmail`. */
export async function enqueueEmails(
  { db, settings, jobs, clock }: Deps,
  batch: readonly EmailMessage[],
  within: Database = db,
): Promise<void> {
  const isSent = settings.smtpUrl !== "";
  const rows = batch.map(({ to, subject, text, html = "", headers = {}, about = "", secret }) => {
    if (/[\p{Cc}]/u.test(to + subject)) throw new Error("An email's address and subject are one line each.");
    const status = isSent ? ("waiting" as const) : ("unsent" as const);
    const stored = { text: hideSecret(text, secret), hasSecret: secret !== undefined };
    return { to, subject, ...stored, html, headers, about, status, createdAt: clock() };
  });
  const ids = await insertEmails(within, rows);
  if (!isSent) return;
  const items = ids.map((id, n) => {
    const { secret, sendAt = null, queue = deliverEmail.queue } = batch[n] ?? {};
    const encrypted = secret && encrypt(secret, settings.secret, "email");
    return { payload: { id, ...(encrypted && { secret: encrypted }) }, runAt: sendAt, queue };
  });
  await jobs.addAll(deliverEmail, items, within);
}

export const deliverEmail = defineJob({
  name: "accounts.send-email",
  queue: "now",
  ownSlots: 6,
  payload: z.object({ id: z.uuid(), secret: z.optional(z.string()) }),
  async run({ db, settings, clock }, { id, secret: encrypted }) {
    const email = await claimEmail(db, id);
    if (!email) return;
    const { to, subject, html, headers } = email;
    const secret = encrypted && decrypt(encrypted, settings.secret, "email");
    if (email.hasSecret && !secret) return updateEmailStatus(db, id, { status: "failed" });
    const text = secret ? email.text.replaceAll(hiddenSecret, () => secret) : email.text;
    try {
      const { createTransport } = await import("nodemailer");
      await createTransport({ url: settings.smtpUrl, ...timeouts }).sendMail({
        from: settings.mailFrom,
        to,
        subject,
        text,
        headers,
        ...(html && { html }),
      });
    } catch (error) {
      emailCount.inc({ result: "failed" });
      await updateEmailStatus(db, id, { status: "waiting", error: getErrorText(error) });
      throw error;
    }
    emailCount.inc({ result: "sent" });
    await updateEmailStatus(db, id, { status: "sent", sentAt: clock(), error: "" });
  },
});

export async function purgeEmails({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock().getTime();
  await markAbandonedEmails(db, new Date(now - dayMs));
  await deleteEmailsBefore(db, new Date(now - emailRetentionDays * dayMs));
}

export async function deleteEmailsTo(db: Database, to: string): Promise<void> {
  await deleteEmailsByRecipient(db, to);
}

/** Deletes unsent emails about a deleted record. */
export const withdrawEmails = (db: Database, about: string): Promise<void> => deleteUnsent(db, about);

/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

function getErrorText(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return [code, responseCode]
    .filter((part) => typeof part === "string" || typeof part === "number")
    .join(" ");
}
