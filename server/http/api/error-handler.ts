import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { $ZodError } from "zod/v4/core";
import { type Problem, type ProblemCode, problemStatus } from "#shared/api/problem.ts";
import { getRequestPath } from "#server/http/request-log.ts";
import { ProblemError } from "./problem.ts";
import { fieldErrors, installZodErrorMap } from "./validation-messages.ts";

installZodErrorMap();

export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    const problem = toProblem(error);
    if (problem.code === "internal" || isBadValue(error))
      log.error({ err: error, id: req.id, path: getRequestPath(req.originalUrl) }, "request failed");
    if (res.headersSent) return next(error);
    if (problem.code === "unavailable") res.setHeader("Retry-After", "5");
    res.status(problemStatus[problem.code]).json(problem);
  };
}

function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) {
    const { code, message, fields } = error;
    return fields ? { code, message, fields } : { code, message };
  }
  if (error instanceof $ZodError) {
    const fields = fieldErrors(error.issues);
    return { code: "invalid_input", message: "Please check the highlighted fields.", fields };
  }
  return fromLibrary(error) ?? { code: "internal", message: "Something went wrong." };
}

/** Errors that Express, Node and Postgres mark with a status or a code, be they wrapped or not. */
function fromLibrary(error: unknown): Problem | undefined {
  for (const { status, code, message } of getCauses(error)) {
    if (code === "ENOSPC") return { code: "insufficient_storage", message: "The server's disk is full." };
    if (isDatabaseGone(code, message)) {
      return {
        code: "unavailable",
        message: "The library is temporarily unavailable. Please try again in a moment.",
      };
    }
    const known = typeof status === "number" ? byStatus[status] : undefined;
    if (known) return { code: known[0], message: known[1] };
  }
  return isBadValue(error)
    ? { code: "invalid_input", message: "The request contains an invalid value." }
    : undefined;
}

const byStatus: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  400: ["invalid_input", "The request could not be read."],
  404: ["not_found", "No such page."],
  413: ["too_large", "The request is too large."],
  415: ["unsupported_type", "This content type is not supported."],
  416: ["invalid_input", "The requested range does not exist."],
};

/**
 * Connection failures and the classes 08 (connection), 53 (resources) and 57 (operator, time-out among them) of
 * SQLSTATE. The pool gives two of its failures no code, so these are known by their text.
 */
function isDatabaseGone(code: unknown, message: unknown): boolean {
  if (
    typeof code === "string" &&
    /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|08\w{3}|53\w{3}|57\w{3})$/.test(code)
  )
    return true;
  return (
    typeof message === "string" &&
    /^(timeout exceeded when trying to connect|Connection terminated)/.test(message)
  );
}

/** SQLSTATE class 22: a value that no column takes, and that a contract should have refused. */
function isBadValue(error: unknown): boolean {
  return getCauses(error).some(({ code }) => typeof code === "string" && /^22\w{3}$/.test(code));
}

interface Marks {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** An error and what it was wrapped around, outermost first. */
function getCauses(error: unknown): Marks[] {
  const causes: Marks[] = [];
  for (let at = error; typeof at === "object" && at !== null && causes.length < 5; at = (at as Marks).cause) {
    causes.push(at as Marks);
  }
  return causes;
}
