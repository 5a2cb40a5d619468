import { CallError } from "#shared/api/http-client.ts";
import { type Problem, type ProblemCode, problemStatus } from "#shared/api/problem.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { translateServerMessage } from "./server-sentence.ts";

export function errorMessage(error: unknown): string {
  if (!(error instanceof CallError)) return t(navigator.onLine ? "problem.unavailable" : "problem.offline");
  return t(`problem.${error.problem?.code ?? getCode(error.status)}` satisfies MessageKey);
}

/** The server's message for this error; null when there is none. */
export function serverMessage(error: unknown): string | null {
  const sentence = (error instanceof CallError && error.problem?.message) || null;
  return sentence && translateServerMessage(sentence);
}

export function fieldProblems(error: unknown): NonNullable<Problem["fields"]> {
  const fields = (error instanceof CallError && error.problem?.fields) || {};
  const said = Object.entries(fields).map(([name, sentence]) => [
    name,
    translateServerMessage(sentence) ?? t("common.fieldWrong"),
  ]);
  return Object.fromEntries(said);
}

/** The status of a refused call; 0 when nothing answered. */
export function getErrorStatus(error: unknown): number {
  return error instanceof CallError ? error.status : 0;
}

function getCode(status: number): ProblemCode {
  if (status === 502 || status === 504) return "unavailable";
  const codes = Object.keys(problemStatus) as ProblemCode[];
  return codes.find((code) => problemStatus[code] === status) ?? "internal";
}
