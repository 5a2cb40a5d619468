import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const client = path.resolve(import.meta.dirname, "../..");
const files = readdirSync(client, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".tsx") && !/\.test\.|^testing\/|^pages\/dev\//.test(file),
);

const textAttributes = new Set([
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

const names = /^(F8|EPUB|PDF|Esc|Shift|Ctrl|Aa)$/;
const isWord = (text: string) => /\p{L}{2}/u.test(text) && !names.test(text.trim());

function listHardCoded(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = getVisibleText(node);
    if (text !== null && isWord(text)) found.push(text.trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.tsx", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function getVisibleText(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text;
  if (!ts.isStringLiteralLike(node) && !isTemplatePart(node)) return null;
  return isShown(ts.isStringLiteralLike(node) ? node : node.parent) ? node.text : null;
}

const isTemplatePart = (node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return isTextAttribute(parent);
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent) || isTextAttribute(parent.parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
  if (ts.isBinaryExpression(parent)) return isShownOperand(parent, node) && isShown(parent);
  const isPassedOn =
    ts.isParenthesizedExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isAsExpression(parent);
  return isPassedOn && isShown(parent);
}

/** `a && "text"`, `a || "text"`, `a ?? "text"` and `"text" + a`. */
function isShownOperand({ operatorToken, right }: ts.BinaryExpression, node: ts.Node): boolean {
  const { kind } = operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return right === node;
  return (
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.PlusToken
  );
}

const isTextAttribute = (attribute: ts.JsxAttribute) => textAttributes.has(attribute.name.getText());

describe("hard-coded text is detected", () => {
  test.each([
    ["between tags", "<p>Read on</p>", ["Read on"]],
    ["in braces", '<p>{"Read on"}</p>', ["Read on"]],
    ["in a label", '<a aria-label="Next page" />', ["Next page"]],
    ["in a braced label", '<a title={"Next page"} />', ["Next page"]],
    ["in a conditional", '<p>{isOpen ? "Read on" : "Begin"}</p>', ["Read on", "Begin"]],
    ["in a conditional label", '<a title={isOpen ? "Close it" : t("a.b")} />', ["Close it"]],
    ["after a condition", '<p>{isOpen && "Read on"}{name ?? "Nobody"}</p>', ["Read on", "Nobody"]],
    ["in a template", `<p>{\`Chapter \${n} of \${all} here\`}</p>`, ["Chapter", "of", "here"]],
    ["in a concatenation", '<p>{"Page " + n}</p>', ["Page"]],
    ["but not compared values or keys", '<p>{kind === "book" ? t("a.b") : all["some"]}</p>', []],
    ["but no class in a conditional", `<p className={isOpen ? "flex grow" : \`hidden \${more}\`} />`, []],
    ["but no class, sign or message", '<p className="flex">{t("book.read")} · ×</p>', []],
  ])("%s", (_, source, texts) => expect(listHardCoded(`const a = ${source};`)).toEqual(texts));
});

test("all texts of the screens come from the message files", () => {
  const found = files.flatMap((file) =>
    listHardCoded(readFileSync(path.join(client, file), "utf8")).map((text) => `${file}: ${text}`),
  );

  expect(found).toEqual([]);
});
