import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { getPlainText } from "./definition-node.ts";
import { DefinitionView } from "./definition-view.tsx";
import { parseDefinition } from "./parse-definition.ts";

const toHtml = (format: "text" | "markup" | "structured", content: string) =>
  render(<DefinitionView nodes={parseDefinition([[format, content]])} />).container.innerHTML;

test("markup becomes structure without scripts, addresses and styles", () => {
  const hostile =
    '<script>alert(1)</script><img src="//evil.example/x" onerror="alert(1)"><b onclick="x()">bold</b>' +
    '<a href="javascript:alert(1)">link</a><iframe src="//evil.example"></iframe><style>p{}</style>' +
    '<svg onload="alert(1)"><text>x</text></svg><ol><li style="position:fixed">one</ol>';

  expect(toHtml("markup", hostile)).toBe(
    '<b class="font-semibold">bold</b>link<ol class="list-decimal ps-5"><li dir="auto">one</li></ol>',
  );
});

test("structured content becomes structure without pictures and links", () => {
  const content = JSON.stringify([
    "plain",
    {
      type: "structured-content",
      content: [
        {
          tag: "ul",
          data: { x: "1" },
          style: { color: "red" },
          content: [{ tag: "li", content: ["item", 2] }],
        },
        { tag: "img", path: "x.png" },
        { tag: "a", href: "?query=x", content: "see also" },
      ],
    },
    { type: "image", path: "x.png" },
  ]);

  expect(toHtml("structured", content)).toBe(
    '<ol class="list-decimal ps-5"><li dir="auto">plain</li><li dir="auto"><ul class="list-disc ps-5"><li dir="auto">item2</li></ul>see also</li></ol>',
  );
  expect(toHtml("structured", "not JSON")).toBe("");
});

test("text is shown as it is, and deep or long content ends", () => {
  expect(toHtml("text", "<b>no markup</b>")).toContain("&lt;b&gt;no markup&lt;/b&gt;");
  expect(getPlainText(parseDefinition([["markup", "one<p>two</p><b>three</b>"]]))).toBe("one\ntwo\nthree");
  const deep = parseDefinition([["markup", `${"<div>".repeat(400)}end`]]);
  expect(getPlainText(deep)).toBe("end");
  expect(getPlainText(parseDefinition([["markup", "<p>x</p>".repeat(20_000)]])).length).toBeLessThan(10_000);
});
