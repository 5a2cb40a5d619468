import { expect, test } from "vitest";
import { getBrowseUrl } from "./browse-url.ts";

test("the list URL omits empty parameters", () => {
  expect(getBrowseUrl()).toBe("/browse");
  expect(getBrowseUrl({ search: "", genre: "Qur'an & Tafsir", isFree: true })).toBe(
    "/browse?genre=Qur%27an+%26+Tafsir&isFree=true",
  );
});
