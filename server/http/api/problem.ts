import type { ProblemCode, Reason, ReasonCode } from "#shared/api/problem.ts";
import { getReasonText } from "./reason-text.ts";

type Fields = Readonly<Record<string, ReasonCode | Reason>>;

/** An error that is reported to the client. Anything else becomes a bare 500. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  /** Null for messages that only developers see. */
  readonly reason: Reason | null;
  readonly fields: Readonly<Record<string, Reason>> | undefined;

  constructor(
    code: ProblemCode,
    reason: ReasonCode | Reason | { readonly message: string },
    fields?: Fields,
  ) {
    const detail = typeof reason === "string" ? { code: reason } : reason;
    const isReason = "code" in detail;
    super(isReason ? getReasonText(detail) : detail.message);
    this.code = code;
    this.reason = isReason ? detail : null;
    this.fields = fields && withReasons(fields);
  }
}

/** A reason with the parameters of its text: `reason("too_long", { max: 200 })`. */
export const reason = (code: ReasonCode, parameters: Readonly<Record<string, string | number>>): Reason => ({
  ...parameters,
  code,
});

const withReasons = (fields: Fields): Record<string, Reason> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, reason]) => [
      name,
      typeof reason === "string" ? { code: reason } : reason,
    ]),
  );

export const notFound = (noun: string) => new ProblemError("not_found", { message: `No such ${noun}.` });
export const unauthenticated = () => new ProblemError("unauthenticated", "sign_in_required");
export const forbidden = (reason: ReasonCode | Reason = "no_permission") =>
  new ProblemError("forbidden", reason);
export const conflict = (reason: ReasonCode | Reason, fields?: Fields) =>
  new ProblemError("conflict", reason, fields);
export const unprocessableFile = (reason: ReasonCode | Reason) =>
  new ProblemError("unprocessable_file", reason);
export const invalidUrl = () => new ProblemError("invalid_input", "url_invalid");
export const unavailable = (reason: ReasonCode | Reason = "try_again") =>
  new ProblemError("unavailable", reason);

/** Field errors: `invalid({ email: "email_taken" })`. */
export const invalid = (fields: Fields) =>
  new ProblemError("invalid_input", Object.values(fields)[0] ?? "check_fields", fields);
