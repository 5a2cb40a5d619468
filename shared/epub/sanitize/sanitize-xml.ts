import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";
import { isExternal } from "#shared/epub/package/resolve-href.ts";
import { escapeAttribute, escapeText } from "./write-markup.ts";

const maxDepth = 3000;
const isName = (name: string) => /^[a-z_][\w.-]*$/i.test(name);

export function sanitizeXml(markup: string): string {
  const declared = new Set(["xml"]);
  const open: string[] = [];
  const output: string[] = ['<?xml version="1.0" encoding="utf-8"?>\n'];

  function toName(raw: string): string | null {
    const [first = "", second] = raw.split(":");
    if (second === undefined) return isName(first) ? first : null;
    if (!isName(second)) return null;
    return declared.has(first) ? `${first}:${second}` : second;
  }

  function writeAttribute([raw, value]: [string, string]): string {
    const decoded = decodeHTMLStrict(value);
    if (raw === "xmlns" || raw.startsWith("xmlns:")) return ` ${raw}="${escapeAttribute(decoded)}"`;
    const isStored = raw.includes(":") ? toName(raw) === raw : isName(raw);
    const isExternalRef = /(?:^|:)(?:src|href)$/i.test(raw) && isExternal(decoded);
    return isStored && !isExternalRef ? ` ${raw}="${escapeAttribute(decoded)}"` : "";
  }

  const parser = new Parser(
    {
      onopentag(raw, attributes) {
        if (open.length > maxDepth) throw new Error("Nested too deeply");
        for (const each of Object.keys(attributes)) {
          if (/^xmlns:[a-z_][\w.-]*$/i.test(each)) declared.add(each.slice(6));
        }
        const name = toName(raw);
        if (name) output.push(`<${name}${Object.entries(attributes).map(writeAttribute).join("")}>`);
        open.push(name ?? "");
      },
      ontext: (raw) => void output.push(open.length > 0 ? escapeText(decodeHTMLStrict(raw)) : ""),
      onclosetag() {
        const name = open.pop();
        if (name) output.push(`</${name}>`);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(markup);
  return output.join("");
}
