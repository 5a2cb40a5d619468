import type { Problem, ProblemCode } from "#shared/api/problem.ts";

/** An error that is reported to the client. Anything else becomes a bare 500. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly fields: Problem["fields"];

  constructor(code: ProblemCode, message: string, fields?: Problem["fields"]) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

export const notFound = (what: string) => new ProblemError("not_found", `No such ${what}.`);
export const unauthenticated = () => new ProblemError("unauthenticated", "Unauthorized: please sign in.");
export const forbidden = (message = "You do not have permission to do this.") =>
  new ProblemError("forbidden", message);
export const conflict = (message: string, fields?: Problem["fields"]) =>
  new ProblemError("conflict", message, fields);
export const unprocessableFile = (message: string) => new ProblemError("unprocessable_file", message);
export const invalidAddress = () => new ProblemError("invalid_input", "This address is not valid.");
export const unavailable = (
  message = "The service is temporarily unavailable. Please try again in a moment.",
) => new ProblemError("unavailable", message);

/** Field errors: `invalid({ email: "…" })`. */
export const invalid = (fields: Readonly<Record<string, string>>) =>
  new ProblemError("invalid_input", Object.values(fields)[0] ?? "Please check the fields.", fields);
