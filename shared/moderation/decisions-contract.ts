import * as z from "zod/mini";
import { Proof } from "#shared/accounts/proof.ts";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, line, prose, queryInt } from "#shared/api/schemas.ts";
import { ReportSubject } from "./contract.ts";

export const DecisionId = z.uuid().brand<"DecisionId">();
export type DecisionId = z.infer<typeof DecisionId>;

export const DecisionKind = z.enum(["removal", "warning", "suspension"]);
export type DecisionKind = z.infer<typeof DecisionKind>;

export const AppealState = z.enum(["open", "accepted", "rejected"]);
export type AppealState = z.infer<typeof AppealState>;

/** A decision of moderators about a user. Its moderators are not named. */
export const ModerationDecision = z.object({
  id: DecisionId,
  kind: DecisionKind,
  /** Null for suspensions. */
  subjectType: z.nullable(ReportSubject),
  /** The removed text; empty after `snapshotDays`. */
  text: z.string(),
  reason: z.string(),
  /** The end of a suspension. */
  until: z.nullable(Instant),
  createdAt: Instant,
  /** Whether it no longer holds. */
  isRevoked: z.boolean(),
  appeal: z.nullable(z.object({ text: z.string(), state: AppealState, answer: z.string() })),
});
export type ModerationDecision = z.infer<typeof ModerationDecision>;

export const Appeal = z.object({
  decision: ModerationDecision,
  user: z.object({ id: UserId, username: z.string(), name: z.string() }),
  text: z.string(),
  createdAt: Instant,
  /** Whether the viewer made the decision. */
  isOwnDecision: z.boolean(),
});
export type Appeal = z.infer<typeof Appeal>;

const appealText = prose(2000).check(z.minLength(10));
const decisionParams = z.strictObject({ decisionId: DecisionId });

export const decisionsContract = {
  listMyDecisions: route({
    method: "GET",
    path: "/api/moderation/decisions",
    access: "reader",
    summary: "Moderation decisions about the user, newest first",
    reads: ["decision"],
    response: z.array(ModerationDecision),
  }),

  appeal: route({
    method: "POST",
    path: "/api/moderation/decisions/:decisionId/appeal",
    access: "reader",
    summary: "Appeals a decision, once",
    changes: ["decision"],
    errors: ["conflict"],
    params: decisionParams,
    body: z.strictObject({ text: appealText }),
    response: JobResult,
  }),

  /** A suspended user cannot sign in, so that the request proves the password. */
  appealSuspension: route({
    method: "POST",
    path: "/api/moderation/suspension-appeal",
    access: "guest",
    budget: "sign-in",
    summary: "Appeals the suspension of an account, once",
    unchanged: "The caller is not signed in",
    errors: ["unauthenticated", "conflict"],
    body: z.strictObject({
      email: line(254),
      password: z.string().check(z.maxLength(200)),
      text: appealText,
      proof: z.optional(Proof),
    }),
    response: JobResult,
  }),

  listAppeals: route({
    method: "GET",
    path: "/api/admin/appeals",
    access: "employee",
    summary: "Open appeals, oldest first",
    reads: ["decision"],
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "appeals",
    rowKey: ({ decision }: Appeal) => decision.id,
    response: z.object({ appeals: z.array(Appeal), nextCursor: z.nullable(Cursor) }),
  }),

  decideAppeal: route({
    method: "POST",
    path: "/api/admin/appeals/:decisionId/decision",
    access: "employee",
    summary: "Accepts an appeal, which revokes the decision, or rejects it; the user is notified",
    changes: ["decision"],
    errors: ["conflict"],
    params: decisionParams,
    body: z.strictObject({ isAccepted: z.boolean(), answer: line(500).check(z.minLength(3)) }),
    response: JobResult,
  }),
};
