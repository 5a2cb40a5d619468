import { readFileSync } from "node:fs";
import path from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Reason } from "#shared/api/problem.ts";
import { type CompiledMessage, formatMessage, type MessageFormats } from "#shared/text/format-message.ts";
import { projectRoot } from "#server/project-root.ts";

const file = path.join(projectRoot, "shared", "locales", "en", "reason.json");
const texts = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;
const compiledTexts = new Map<string, CompiledMessage>();
const [numberFormat, pluralRules] = [new Intl.NumberFormat("en"), new Intl.PluralRules("en")];
const formats: MessageFormats = {
  formatNumber: (value) => numberFormat.format(value),
  selectPlural: (value) => pluralRules.select(value),
};

/** The English text of a reason. A `file` parameter that the text does not name is put before it. */
export function getReasonText({ code, ...parameters }: Reason): string {
  const text = formatMessage(getCompiledText(`reason.${code}`), parameters, formats);
  return parameters["file"] === undefined ? text : `${parameters["file"]}: ${text}`;
}

function getCompiledText(key: string): CompiledMessage {
  const compiled = compiledTexts.get(key) ?? (compileMessage(texts[key] ?? key) as CompiledMessage);
  compiledTexts.set(key, compiled);
  return compiled;
}
