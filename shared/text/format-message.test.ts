import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { type CompiledMessage, formatMessage } from "./format-message.ts";

const arabic = new Intl.PluralRules("ar");

const format = (
  text: string,
  values: Readonly<Record<string, unknown>> = {},
  direction: "ltr" | "rtl" = "ltr",
) =>
  formatMessage(compileMessage(text) as CompiledMessage, values, {
    direction,
    formatNumber: (value) => value.toLocaleString("en"),
    selectPlural: (value) => arabic.select(value),
  });

test.each([
  ["Plain", {}, "Plain"],
  ["it''s # 5 '{n}'", {}, "it's # 5 {n}"],
  ["{n}", { n: 0 }, "0"],
  ["{n, number}", { n: 12_480 }, "12,480"],
])("%s with %o is %s", (text, values, expected) => expect(format(text, values)).toBe(expected));

test.each([
  [0, "none of Amina"],
  [1, "one"],
  [2, "two"],
  [3, "few: 3"],
  [11, "many: 11"],
  [1_100, "other: 1,100"],
])("the plural of %i is %s", (n, expected) => {
  const text =
    "{n, plural, =0 {none of {name}} one {one} two {two} few {few: #} many {many: #} other {other: #}}";
  expect(format(text, { n, name: "Amina" })).toBe(expected);
});

test.each([
  ["Layla H.", "rtl", "يريد \u2068Layla H.\u2069 مراسلتك"],
  ["(Re)read", "rtl", "يريد \u2068(Re)read\u2069 مراسلتك"],
  ["https://x.y/-", "rtl", "يريد https://x.y/- مراسلتك"],
  ["Layla", "rtl", "يريد Layla مراسلتك"],
  ["ليلى.", "rtl", "يريد ليلى. مراسلتك"],
  ["Layla H.", "ltr", "يريد Layla H. مراسلتك"],
] as const)("the punctuation of %s stays with it in a text that is %s", (name, direction, expected) =>
  expect(format("يريد {name} مراسلتك", { name }, direction)).toBe(expected),
);

test("a text that needs no compiling is unchanged", () => {
  const formats = { direction: "ltr", formatNumber: String, selectPlural: () => "other" as const } as const;
  expect(formatMessage("Plain", {}, formats)).toBe("Plain");
});

test("a missing plural form is the other one", () => {
  expect(format("{n, plural, one {# book} other {# books}}", { n: 2 })).toBe("2 books");
});

test.each([
  ["x", "X 2"],
  ["y", "other"],
])("selects %s in a plural", (kind, expected) => {
  const text = "{n, plural, other {{kind, select, x {X #} other {other}}}}";
  expect(format(text, { n: 2, kind })).toBe(expected);
});
