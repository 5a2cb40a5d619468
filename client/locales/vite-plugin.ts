import { existsSync, readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/**
 * Compiles the message files, `client/locales/<language>/<area>.json`, so that no message parser is shipped.
 * Missing translations fall back to English.
 */
export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
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
