import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, prose, queryInt } from "#shared/api/schemas.ts";
import { ContactTopic } from "#shared/support/contract.ts";

export const ContactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  topic: ContactTopic,
  message: z.string(),
  createdAt: Instant,
  answeredAt: z.nullable(Instant),
  answer: z.string(),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const EmailStatus = z.enum(["waiting", "sending", "sent", "unsent", "failed"]);

export const OutboxEmail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  /** A link in it was sent and is not stored. */
  hasSecret: z.boolean(),
  status: EmailStatus,
  error: z.string(),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
});
export type OutboxEmail = z.infer<typeof OutboxEmail>;

export const JobState = z.enum(["waiting", "running", "retrying", "failed"]);

export const QueuedJob = z.object({
  id: z.string(),
  name: z.string(),
  state: JobState,
  attempts: z.int(),
  maxAttempts: z.int(),
  runAt: Instant,
  lastError: z.string(),
});
export type QueuedJob = z.infer<typeof QueuedJob>;

const page = { limit: queryInt(1, 100), cursor: z.optional(Cursor) };
const jobParams = z.strictObject({ jobId: z.string().check(z.regex(/^\d{1,18}$/)) });

export const recordsContract = {
  listMessages: route({
    method: "GET",
    path: "/api/admin/messages",
    access: "employee",
    summary: "Contact messages, open ones first",
    reads: ["contact-message"],
    query: z.strictObject({ ...page, state: z.optional(z.enum(["open", "answered"])) }),
    rows: "messages",
    response: z.object({ messages: z.array(ContactMessage), nextCursor: z.nullable(Cursor) }),
  }),

  /** Answered once; a second answer is refused. */
  answerMessage: route({
    method: "POST",
    path: "/api/admin/messages/:messageId/answer",
    access: "employee",
    summary: "Answers a contact message by email",
    changes: ["contact-message"],
    errors: ["conflict"],
    params: z.strictObject({ messageId: z.uuid() }),
    body: z.strictObject({ text: prose(8000).check(z.minLength(2)) }),
    response: ContactMessage,
  }),

  listOutbox: route({
    method: "GET",
    path: "/api/admin/emails",
    access: "admin",
    summary: "Emails of the last 30 days, newest first, without their text",
    unwatched: "Shown as of its visit",
    query: z.strictObject({ ...page, status: z.optional(EmailStatus) }),
    rows: "emails",
    response: z.object({ emails: z.array(OutboxEmail), nextCursor: z.nullable(Cursor) }),
  }),

  /** The audit log says who read it. */
  readEmail: route({
    method: "GET",
    path: "/api/admin/emails/:emailId",
    access: "admin",
    summary: "The text of an email, without its secret; audited",
    unwatched: "An email does not change",
    params: z.strictObject({ emailId: z.uuid() }),
    response: z.object({ text: z.string() }),
  }),

  listJobs: route({
    method: "GET",
    path: "/api/admin/jobs",
    access: "admin",
    summary: "Running, waiting and failed background jobs; at most 200",
    reads: ["job"],
    response: z.object({
      jobs: z.array(QueuedJob),
      counts: z.record(JobState, z.int()),
    }),
  }),

  retryJob: route({
    method: "POST",
    path: "/api/admin/jobs/:jobId/retry",
    access: "admin",
    summary: "Runs a failed job again",
    changes: ["job"],
    params: jobParams,
    response: JobResult,
  }),

  cancelJob: route({
    method: "DELETE",
    path: "/api/admin/jobs/:jobId",
    access: "admin",
    summary: "Removes a job that is not running",
    changes: ["job"],
    errors: ["conflict"],
    params: jobParams,
    response: JobResult,
  }),
};
