import * as z from "zod/mini";

export const problemStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  subscription_required: 403,
  cannot_message: 403,
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

/** The body of every failed reply. */
export const Problem = z.object({
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type Problem = z.infer<typeof Problem>;
