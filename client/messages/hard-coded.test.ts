import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const client = path.resolve(import.meta.dirname, "..");
/** The pieces of the design system are shown to developers only. */
const files = readdirSync(client, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".tsx") && !/\.test\.|^testing\/|^pages\/dev\//.test(file),
);

const spokenAttributes = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);

/** What is no word of a language: the names of keys and of formats. */
const names = /^(F8|EPUB|PDF|Esc|Shift|Ctrl)$/;
const isWord = (text: string) => /\p{L}{2}/u.test(text) && !names.test(text.trim());

/** The texts of a source that stand in it instead of in a message file. */
function hardCodedIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = spokenText(node);
    if (text !== null && isWord(text)) found.push(text.trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.tsx", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function spokenText(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text;
  if (!ts.isStringLiteralLike(node)) return null;
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return isSpoken(parent) ? node.text : null;
  if (!ts.isJsxExpression(parent)) return null;
  return ts.isJsxAttribute(parent.parent) ? (isSpoken(parent.parent) ? node.text : null) : node.text;
}

const isSpoken = (attribute: ts.JsxAttribute) => spokenAttributes.has(attribute.name.getText());

describe("a text outside of the message files is found", () => {
  test.each([
    ["between tags", "<p>Read on</p>", ["Read on"]],
    ["in braces", '<p>{"Read on"}</p>', ["Read on"]],
    ["in a label", '<a aria-label="Next page" />', ["Next page"]],
    ["in a braced label", '<a title={"Next page"} />', ["Next page"]],
    ["but no class, sign or message", '<p className="flex">{say("book.read")} · ×</p>', []],
  ])("%s", (_, source, texts) => expect(hardCodedIn(`const a = ${source};`)).toEqual(texts));
});

test("all texts of the screens come from the message files", () => {
  const found = files.flatMap((file) =>
    hardCodedIn(readFileSync(path.join(client, file), "utf8")).map((text) => `${file}: ${text}`),
  );

  expect(found).toEqual([]);
});
