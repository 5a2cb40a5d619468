import { describe, expect, test } from "vitest";
import { screenAt } from "./route-table.ts";

describe("the screen at an address", () => {
  test.each([
    ["/", "/"],
    ["/browse", "/browse"],
    ["/browse/", "/browse"],
    ["/Browse", "/browse"],
    ["/book/7", "/book/:id"],
    ["/auth/forgot", "/auth/forgot"],
  ])("of %s is %s", (address, path) => {
    expect(screenAt(address)?.path).toBe(path);
  });

  test.each(["/nowhere", "/book", "/book/", "/book/7/8", "/book/%zz", "/book/%00", "/:id", "/browse/x"])(
    "of %s is none",
    (address) => {
      expect(screenAt(address)).toBeNull();
    },
  );

  test("reads what stands in it", () => {
    expect(screenAt("/book/abc%20x")?.params).toEqual({ id: "abc x" });
    expect(screenAt("/book/a%2Fb")?.params).toEqual({ id: "a/b" });
  });

  test("knows what is nobody else's to see", () => {
    expect(screenAt("/browse")?.isPublic).toBe(true);
    expect(screenAt("/library")?.isPublic).toBe(false);
  });
});
