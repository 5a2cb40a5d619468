import { readFileSync } from "node:fs";
import path from "node:path";
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Reason } from "#shared/api/problem.ts";
import { projectRoot } from "#server/project-root.ts";

const file = path.join(projectRoot, "shared", "locales", "en", "reason.json");
const i18n = setupI18n({
  locale: "en",
  messages: { en: JSON.parse(readFileSync(file, "utf8")) as Record<string, string> },
});
i18n.setMessagesCompiler(compileMessage);

/** The English text of a reason. A `file` parameter that the text does not name is put before it. */
export function getReasonText({ code, ...parameters }: Reason): string {
  const text = i18n._(`reason.${code}`, parameters);
  return parameters["file"] === undefined ? text : `${parameters["file"]}: ${text}`;
}
