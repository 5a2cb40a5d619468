import { expect, test } from "vitest";
import { loadInAllLanguages } from "#client/lib/i18n/i18n.ts";
import { getCurrentClaims, toClaimsMarkdown } from "./current-claims.ts";

const figures = {
  texts: 1_046,
  audioHours: 2,
  accounts: 1,
  activeReaders: 0,
  reviews: 38,
  communities: 2,
  authors: 8,
};

test("claims with counted figures say nothing about zero", async () => {
  await loadInAllLanguages("landing");
  const claims = getCurrentClaims(figures);

  expect(toClaimsMarkdown(claims, "en").split("\n\n---\n\n")).toEqual([
    "- 2 audio hours\n- 1 reader\n- Unlimited downloads",
    "- 1,046 texts\n- 2 audio hours\n- Unlimited downloads",
    "- 38 Book Reviews\n- 2 Book Clubs\n- 8 Authors",
  ]);
  expect(toClaimsMarkdown(claims, "ar")).toContain("- النصوص: 1,046");
});
