import type { Reason, ReasonCode } from "#shared/api/problem.ts";

/** A file that cannot be read as an EPUB, with the reason for its reader. */
export class UnreadableEpubError extends Error {
  override readonly name = "UnreadableEpubError";
  readonly reason: Reason;

  constructor(reason: ReasonCode | Reason) {
    const detail = typeof reason === "string" ? { code: reason } : reason;
    super(detail.code);
    this.reason = detail;
  }
}
