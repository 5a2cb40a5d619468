import * as z from "zod/mini";
import type reasonTexts from "#shared/locales/en/reason.json";

export const problemStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  subscription_required: 403,
  cannot_message: 403,
  email_unverified: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  unprocessable_file: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** One key of `shared/locales/en/reason.json`, without its prefix. */
export type ReasonCode = keyof typeof reasonTexts extends `reason.${infer Code}` ? Code : never;

/**
 * Why a request or a field was refused, or a fault of a file, with the parameters of its text:
 * `{ code: "too_long", max: 200 }`.
 */
export interface Reason {
  readonly code: ReasonCode;
  readonly [parameter: string]: string | number;
}

export const ReasonReply = z.catchall(z.object({ code: z.string() }), z.union([z.string(), z.number()]));

/** The body of every failed reply. `message` is English, for developers and logs. */
export const Problem = z.object({
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  reason: z.optional(ReasonReply),
  fields: z.optional(z.record(z.string(), ReasonReply)),
  /** Finds the request in the log. */
  requestId: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;
