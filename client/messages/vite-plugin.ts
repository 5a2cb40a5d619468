import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/** Compiles the message files, `client/messages/<language>/<area>.json`, so that no message parser is shipped. */
export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/messages\/[a-z]{2}\/[a-z-]+\.json$/ },
      handler(code) {
        const texts = JSON.parse(code) as Record<string, string>;
        const compiled = Object.fromEntries(
          Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]),
        );
        return { code: `export default ${JSON.stringify(compiled)};`, map: null, moduleType: "js" };
      },
    },
  };
}
