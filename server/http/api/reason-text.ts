import type { Reason } from "#shared/api/problem.ts";
import { translate } from "#server/i18n/translate.ts";

/** The English text of a reason. A `file` parameter that the text does not name is put before it. */
export function getReasonText({ code, ...parameters }: Reason): string {
  const text = translate("en", `reason.${code}`, parameters);
  const { file } = parameters;
  return file === undefined || text.includes(String(file)) ? text : `${file}: ${text}`;
}
