import { describe, expect, test } from "vitest";
import { findRoute } from "./route-table.ts";

describe("the screen of a URL", () => {
  test.each([
    ["/", "/"],
    ["/browse", "/browse"],
    ["/browse/", "/browse"],
    ["/Browse", "/browse"],
    ["/book/7", "/book/:id"],
    ["/auth/forgot", "/auth/forgot"],
  ])("of %s is %s", (url, path) => {
    expect(findRoute(url)?.path).toBe(path);
  });

  test.each(["/nowhere", "/book", "/book/", "/book/7/8", "/book/%zz", "/book/%00", "/:id", "/browse/x"])(
    "of %s is none",
    (url) => {
      expect(findRoute(url)).toBeNull();
    },
  );

  test("parses parameters", () => {
    expect(findRoute("/book/abc%20x")?.params).toEqual({ id: "abc x" });
    expect(findRoute("/book/a%2Fb")?.params).toEqual({ id: "a/b" });
  });

  test("knows which screens are private", () => {
    expect(findRoute("/browse")?.isPublic).toBe(true);
    expect(findRoute("/library")?.isPublic).toBe(false);
  });
});
