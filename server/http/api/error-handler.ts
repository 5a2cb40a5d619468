import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { $ZodError } from "zod/v4/core";
import { type Problem, type ProblemCode, problemStatus, type ReasonCode } from "#shared/api/problem.ts";
import { getFieldReasons } from "#shared/api/validation-reasons.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { isDatabaseUnavailable } from "#server/db/is-database-unavailable.ts";
import { getRequestPath } from "#server/http/request-log.ts";
import { runOperation } from "#server/tracing/operation.ts";
import { ProblemError, unavailable, unprocessableFile } from "./problem.ts";

export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    const problem = toProblem(error);
    if (problem.code === "internal" || isBadValue(error) || isRolledBack(error))
      runOperation(req.operation, () =>
        log.error({ err: error, id: req.id, path: getRequestPath(req.originalUrl) }, "request failed"),
      );
    if (res.headersSent) return next(error);
    if (problem.code === "unavailable") res.setHeader("Retry-After", "5");
    res
      .status(problemStatus[problem.code])
      .json({ ...toReply(problem), requestId: req.id } satisfies Problem);
  };
}

function toReply({ code, message, reason, fields }: ProblemError): Problem {
  return { code, message, ...(reason && { reason }), ...(fields && { fields }) };
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof UnreadableEpubError) return unprocessableFile(error.reason);
  if (error instanceof $ZodError) {
    return new ProblemError("invalid_input", "check_fields", getFieldReasons(error.issues));
  }
  return fromLibrary(error) ?? new ProblemError("internal", { message: "Something went wrong." });
}

/** Errors of Express, Node and Postgres, with a status or a code, wrapped or not. */
function fromLibrary(error: unknown): ProblemError | undefined {
  for (const { status, code, message } of getCauses(error)) {
    if (code === "ENOSPC" || code === diskFull)
      return new ProblemError("insufficient_storage", "server_disk_full");
    if (isDatabaseUnavailable(code, message)) return unavailable();
    const problem = typeof status === "number" ? byStatus[status] : undefined;
    if (problem) return new ProblemError(...problem);
  }
  return isBadValue(error) ? new ProblemError("invalid_input", "invalid_value") : undefined;
}

/** SQLSTATE of a full disk of the database. */
const diskFull = "53100";

const byStatus: Readonly<Record<number, readonly [ProblemCode, ReasonCode | { readonly message: string }]>> =
  {
    400: ["invalid_input", "request_unreadable"],
    404: ["not_found", { message: "No such page." }],
    413: ["too_large", "request_too_large"],
    415: ["unsupported_type", "content_type_unsupported"],
    416: ["invalid_input", "range_missing"],
  };

/** SQLSTATE class 22: an invalid value that the contract should have rejected. */
const isBadValue = (error: unknown) => hasSqlState(error, /^22\w{3}$/);

/** SQLSTATE class 40: a deadlock or a serialization failure. */
const isRolledBack = (error: unknown) => hasSqlState(error, /^40\w{3}$/);

const hasSqlState = (error: unknown, pattern: RegExp) =>
  getCauses(error).some(({ code }) => typeof code === "string" && pattern.test(code));

interface ErrorLike {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** An error and its causes, outermost first. */
function getCauses(error: unknown): ErrorLike[] {
  const causes: ErrorLike[] = [];
  for (
    let at = error;
    typeof at === "object" && at !== null && causes.length < 5;
    at = (at as ErrorLike).cause
  ) {
    causes.push(at as ErrorLike);
  }
  return causes;
}
