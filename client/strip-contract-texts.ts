import type { Plugin } from "vite";

const textOfApiDocument = /^(\s+)(summary|unwatched|unchanged):\s*"(?:[^"\\]|\\.)*",$/gm;

/** Removes the sentences of contracts that only the server's API document shows. */
export function stripContractTexts(): Plugin {
  return {
    name: "strip-contract-texts",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/shared/") || !code.includes("#shared/api/contract.ts")) return null;
      return { code: removeContractTexts(code), map: null };
    },
  };
}

export const removeContractTexts = (code: string): string =>
  // An empty `unwatched` or `unchanged` still says that a call reads or changes nothing.
  code.replaceAll(textOfApiDocument, (_, space: string, name: string) => `${space}${name}: "",`);
