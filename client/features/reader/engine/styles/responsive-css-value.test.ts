import { expect, test } from "vitest";
import { toResponsiveValue } from "./responsive-css-value.ts";

const sideLimit = "max(12%, (100% - 24rem) / 2)";

test.each([
  ["margin-left", "200px", `min(200px, ${sideLimit})`],
  ["padding-inline-end", "15em", `min(15em, ${sideLimit})`],
  ["margin-right", "50%", "min(50%, max(25%, 100% - 20rem))"],
  ["margin-left", "-80px", "max(-80px, -5%)"],
  ["margin-top", "-300px", "0px"],
  ["margin-block-end", "-20%", "0px"],
  ["top", "-300px", "max(-300px, -1rem)"],
  ["top", "-100px", "max(-100px, -1rem)"],
  ["text-indent", "-4em", `max(-4em, -1 * ${sideLimit})`],
  ["min-width", "700px", "0"],
  ["max-width", "900px", "min(900px, 100%)"],
  ["transform", "translateX(200px) rotate(3deg)", "none"],
  ["word-spacing", "300px", "min(300px, 0.5em)"],
  ["grid-template-columns", "300px 1fr repeat(2, 10em)", "minmax(0, 300px) 1fr repeat(2, minmax(0, 10em))"],
])("%s: %s is limited on a narrow page", (property, value, expected) => {
  expect(toResponsiveValue(property, value)).toBe(expected);
});

test.each([
  ["12pt", "1rem"],
  ["18px", "1.125rem"],
  ["medium", "1rem"],
  ["5px", "0.7rem"],
  ["90px", "3rem"],
])("a font size of %s scales with the reader's text size", (value, expected) => {
  expect(toResponsiveValue("font-size", value)).toBe(expected);
});

test.each([
  ["line-height", "20px", "var(--mk-leading, 1.4)"],
  ["white-space", "nowrap", "normal"],
  ["white-space", "pre", "pre-wrap"],
  ["text-wrap-mode", "nowrap", "wrap"],
  ["position", "fixed", "static"],
  ["overflow-y", "auto", "visible"],
])("%s: %s is made readable", (property, value, expected) => {
  expect(toResponsiveValue(property, value)).toBe(expected);
});

test.each([
  ["margin-left", "1.5em"],
  ["margin-left", "20%"],
  ["margin-left", "auto"],
  ["margin-top", "200px"],
  ["margin-top", "-0.5em"],
  ["margin-top", "-5%"],
  ["padding-left", "calc(100% - 20px)"],
  ["text-indent", "2em"],
  ["font-size", "1.2em"],
  ["font-size", "smaller"],
  ["line-height", "1.4"],
  ["width", "800px"],
  ["position", "absolute"],
  ["overflow", "hidden"],
  ["transform", "rotate(90deg) translateY(2px)"],
  ["grid-template-columns", "1fr minmax(10px, 200px)"],
])("%s: %s stays", (property, value) => {
  expect(toResponsiveValue(property, value)).toBeNull();
});
