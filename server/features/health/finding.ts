import type healthTexts from "#shared/locales/en/health.json";
import type { HealthFinding, HealthLevel } from "#shared/staff/health.ts";
import { findKey, translate } from "#server/i18n/translate.ts";

/** One key of `shared/locales/en/health.json`, without its prefix. */
type Code = keyof typeof healthTexts extends `health.${infer Code}` ? Code : never;

export interface Finding extends HealthFinding {
  readonly code: Code;
}

const create =
  (level: HealthLevel) =>
  (code: Code, values: HealthFinding["values"] = {}): Finding => ({ level, code, values });

export const ok = create("ok");
export const warning = create("warning");
export const problem = create("problem");

/** A line in English, and one with what to do. */
export function describeFinding({ level, code, values }: Finding): string {
  const advice = findKey(`health.${code}-advice`);
  const text = `${level.padEnd(8)} ${translate("en", `health.${code}`, values)}`;
  return advice === null ? text : `${text}\n         ${translate("en", advice, values)}`;
}
