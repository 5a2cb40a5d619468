import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { renderMessageTypes } from "../../../shared/locales/message-types.ts";

const typesFile = path.resolve(import.meta.dirname, "../../../shared/locales/messages.ts");

/**
 * Compiles the message files, `shared/locales/<language>/<area>.json`, so that no message parser is shipped.
 * Missing translations fall back to English.
 */
export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    configResolved: ({ mode }) => {
      if (mode !== "test") writeMessageTypes();
    },
    transform: {
      filter: { id: /\/locales\/[a-z]{2}\/[a-zA-Z-]+\.json$/ },
      handler(code, id) {
        const english = id.replace(/\/[a-z]{2}(\/[a-zA-Z-]+\.json)$/, "/en$1");
        const texts = { ...readTexts(english), ...(JSON.parse(code) as Record<string, string>) };
        if (english !== id) this.addWatchFile(english);
        const compiled = Object.fromEntries(
          Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
        );
        return { code: `export default ${JSON.stringify(compiled)};`, map: null, moduleType: "js" };
      },
    },
  };
}

function readTexts(file: string): Record<string, string> {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function writeMessageTypes(): void {
  const content = renderMessageTypes();
  if (readFileSync(typesFile, "utf8") !== content) writeFileSync(typesFile, content);
}
