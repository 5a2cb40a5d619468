import type { ErrorRequestHandler, Request } from "express";
import type { Logger } from "pino";
import type {} from "pino-http";
import { $ZodError } from "zod/v4/core";
import { type Problem, type ProblemCode, problemStatus } from "#shared/kernel/problem.ts";
import { ProblemError } from "./problem.ts";

/** Turns whatever was thrown into the one reply shape clients know. Mounted last. */
export function replyWithProblem(log: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    const problem = toProblem(error);
    if (problem.code === "internal")
      log.error({ err: error, id: req.id, path: pathOf(req) }, "request failed");
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
    const fields = Object.fromEntries(error.issues.map((issue) => [issue.path.join("."), issue.message]));
    return { code: "invalid_input", message: "Please check the highlighted fields.", fields };
  }
  return fromLibrary(error) ?? { code: "internal", message: "Something went wrong." };
}

/** Errors that Express, its body parser and Postgres mark with a status or a code. */
function fromLibrary(error: unknown): Problem | undefined {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  if (code === "ENOSPC") return { code: "no_space", message: "The server's disk is full." };
  if (typeof code === "string" && isDatabaseGone(code)) {
    return {
      code: "unavailable",
      message: "The library does not answer just now. Please try again in a moment.",
    };
  }
  const known = typeof status === "number" ? byStatus[status] : undefined;
  return known && { code: known[0], message: known[1] };
}

const byStatus: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  400: ["invalid_input", "The request could not be read."],
  404: ["not_found", "No such page."],
  413: ["too_large", "That is too large."],
  415: ["unsupported_type", "That type is not accepted here."],
  416: ["invalid_input", "No such part of the file."],
};

/** Connection failures and the classes 08 (connection), 53 (resources) and 57 (operator) of SQLSTATE. */
function isDatabaseGone(code: string): boolean {
  return /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|08\w{3}|53\w{3}|57P\w{2})$/.test(code);
}

const pathOf = (req: Request) => req.originalUrl.split("?")[0];
