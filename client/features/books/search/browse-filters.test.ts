import { describe, expect, test } from "vitest";
import { readFilters, updateFilters } from "./browse-filters.ts";
import { getSortOrder } from "./sort-field.tsx";

const read = (query: string) => readFilters(new URLSearchParams(query));

describe("browse filters in the URL", () => {
  test("match the query of the book list", () => {
    expect(
      read(
        "search=%20quran%20&genre=Fiqh&format=both&language=ar&author=Idris&isFree=true&sortBy=title&sortOrder=asc",
      ),
    ).toEqual({
      search: "quran",
      genre: "Fiqh",
      format: "both",
      language: "ar",
      author: "Idris",
      isFree: true,
      sortBy: "title",
      sortOrder: "asc",
    });
  });

  test("ignore unknown values", () => {
    expect(read("format=vhs&isFree=perhaps&sortBy=luck&limit=9999&cursor=x&genre=&utm_source=mail")).toEqual(
      {},
    );
  });

  test("shorten a search that is too long and drop characters that no text contains", () => {
    expect(read(`search=${"a".repeat(5000)}`)).toEqual({ search: "a".repeat(200) });
    expect(read(`search=${"a".repeat(199)}😀`)).toEqual({ search: "a".repeat(199) });
    expect(read("search=%00&genre=Fi%00qh")).toEqual({ genre: "Fiqh" });
  });

  test("change one by one and disappear when emptied", () => {
    const params = new URLSearchParams("search=quran&genre=Fiqh");

    expect(String(updateFilters(params, { genre: "", isFree: true }))).toBe("search=quran&isFree=true");
    expect(String(updateFilters(params, { search: undefined }))).toBe("genre=Fiqh");
    expect(String(params)).toBe("search=quran&genre=Fiqh");
  });
});

describe("the sort order", () => {
  test.each([
    ["", "newest"],
    ["search=x", "relevance"],
    ["sortBy=relevance", "newest"],
    ["sortBy=createdAt&sortOrder=desc", "newest"],
    ["sortBy=createdAt&sortOrder=asc", "oldest"],
    ["sortBy=averageRating&sortOrder=desc", "rating"],
    ["sortBy=averageRating", "rating"],
    ["sortBy=title&sortOrder=desc", "title"],
  ])("of %j is %s", (query, order) => expect(getSortOrder(read(query))).toBe(order));
});
