import { afterEach, expect, test } from "vitest";
import { makeStylesResponsive, ownStyleSheet } from "./responsive-styles.ts";

/** The rules of these style sheets after the conversion. */
function convertSheets(...sheets: string[]): string[] {
  document.head.innerHTML = sheets.map((sheet) => `<style>${sheet}</style>`).join("");
  makeStylesResponsive(document);
  const styleElements = [...document.head.querySelectorAll("style")];
  return styleElements.flatMap(({ sheet }) =>
    Array.from(sheet?.cssRules ?? [], ({ cssText }) => cssText.replace(/\s+/g, " ")),
  );
}

afterEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

test("style sheets are wrapped in a layer and keep !important", () => {
  expect(
    convertSheets("p { font-size: 12pt; color: red }", "@media all { b { position: fixed !important; } }"),
  ).toEqual(["p { font-size: 1rem; color: red; }", "@media all { b { position: static !important; } }"]);
});

test.each(["left: -999em", "top: -10000px"])("content hidden by %s stays hidden", (aside) => {
  const [rule = ""] = convertSheets(`h1 { position: absolute; ${aside}; }`);

  expect(rule).toContain("clip-path: inset(50%) !important");
  expect(rule).toContain("position: absolute !important");
  expect(rule).not.toContain(aside);
});

test("small offsets stay visible", () => {
  expect(convertSheets("b { position: absolute; left: -60px; }").join()).not.toContain("clip-path");
});

test("the reader's own style sheet is unchanged", () => {
  expect(convertSheets(`${ownStyleSheet} html { font-size: 18px; }`)).toEqual(["html { font-size: 18px; }"]);
});

test("inline styles are wrapped", () => {
  document.body.innerHTML = '<p style="position: sticky; color: red">Words</p>';

  makeStylesResponsive(document);

  expect(document.querySelector("p")?.getAttribute("style")).toBe("position: static; color: red;");
});
