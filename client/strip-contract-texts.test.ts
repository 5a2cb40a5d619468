import { expect, test } from "vitest";
import { removeContractTexts } from "./strip-contract-texts.ts";

test("the client gets contracts without the sentences of the API document", () => {
  const contract = `  getBook: route({
    path: "/api/books/:bookId",
    summary: "A book \\"as shown\\"",
    unwatched:
      "An open book keeps its files",
  }),`;

  expect(removeContractTexts(contract)).toBe(`  getBook: route({
    path: "/api/books/:bookId",
    summary: "",
    unwatched: "",
  }),`);
});

test("fields of other names and kinds stay", () => {
  const reply = "  summary: string;\n  unchanged: z.int(),\n";
  expect(removeContractTexts(reply)).toBe(reply);
});
