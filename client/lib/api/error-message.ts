import { CallError } from "#shared/api/http-client.ts";
import { type Problem, type ProblemCode, problemStatus, type ReasonCode } from "#shared/api/problem.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { hasText, loadMessages, type MessageKey, t } from "#client/lib/i18n/i18n.ts";

/** The reason the server gives, else what its status means. */
export function getErrorMessage(error: unknown): string {
  if (!(error instanceof CallError)) return t(navigator.onLine ? "problem.unavailable" : "problem.offline");
  return (
    getReasonMessage(error) ??
    t(`problem.${error.problem?.code ?? getCode(error.status)}` satisfies MessageKey)
  );
}

/** Null when the server gave no reason, or one that this client does not know. */
export function getReasonMessage(error: unknown): string | null {
  const reason = error instanceof CallError ? error.problem?.reason : undefined;
  return reason ? getReasonText(reason) : null;
}

export function getReasonCode(error: unknown): string | null {
  return error instanceof CallError ? (error.problem?.reason?.code ?? null) : null;
}

export function getFieldErrors(error: unknown): Record<string, string> {
  const fields = (error instanceof CallError && error.problem?.fields) || {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, reason]) => [name, getReasonText(reason) ?? t("common.fieldWrong")]),
  );
}

/**
 * A `file` parameter that the text does not name is put before it.
 *
 * @returns null for a reason that this client does not know
 */
export function getReasonText({ code, ...parameters }: NonNullable<Problem["reason"]>): string | null {
  const key = `reason.${code as ReasonCode}` satisfies MessageKey;
  const { day, until } = parameters;
  const values = {
    ...parameters,
    ...(typeof day === "string" && { day: formatCalendarDay(new Date(`${day}T12:00`)) }),
    ...(typeof until === "string" && { until: formatCalendarDay(new Date(until)) }),
  };
  if (!hasText(key)) return null;
  const text = t(key, values);
  const { file } = parameters;
  return file === undefined || text.includes(String(file)) ? text : `${file}: ${text}`;
}

/** Loads the reason texts before passing an error on. */
export async function withReasonTexts<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const isExplained = error instanceof CallError && error.problem?.reason !== undefined;
    if (isExplained) await loadMessages("reason").catch(() => {});
    throw error;
  }
}

/** The status of a refused call; 0 when nothing answered. */
export function getErrorStatus(error: unknown): number {
  return error instanceof CallError ? error.status : 0;
}

/** What finds a request in the server's log; null unless the server failed. */
export function getRequestId(error: unknown): string | null {
  return error instanceof CallError && error.status >= 500 ? (error.problem?.requestId ?? null) : null;
}

function getCode(status: number): ProblemCode {
  if (status === 502 || status === 504) return "unavailable";
  const codes = Object.keys(problemStatus) as ProblemCode[];
  return codes.find((code) => problemStatus[code] === status) ?? "internal";
}
