import { describe, expect, test } from "vitest";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import { toSafeReturnTo } from "#client/lib/api/return-to.ts";
import { getBreakpoint } from "#client/lib/hooks/use-breakpoint.ts";
import { getCoverSrcset, getCoverUrl, getMediaUrl } from "./cover-url.ts";

describe("a media URL", () => {
  test.each([
    ["", ""],
    ["https://elsewhere.example/c.jpg", "https://elsewhere.example/c.jpg"],
    ["/api/media/stream?mediaType=cover&bookId=7", "/api/media/stream?mediaType=cover&bookId=7"],
    ["/covers/7/0123456789abcdef-320.webp", "/covers/7/0123456789abcdef-320.webp"],
    ["uploads/old.jpg", "/api/media/stream?mediaType=cover&bookId=7"],
  ])("of %j is %j", (stored, url) => expect(getMediaUrl(stored, "cover", "7")).toBe(url));
});

test("a cover has three widths, an unknown URL none", () => {
  expect(getCoverSrcset("/covers/7/ab-320.webp")).toBe(
    "/covers/7/ab-160.webp 160w, /covers/7/ab-320.webp 320w, /covers/7/ab-640.webp 640w",
  );
  expect(getCoverSrcset("/c.webp")).toBe("");
  expect(getCoverUrl("/covers/7/ab-320.webp", 640)).toBe("/covers/7/ab-640.webp");
});

describe("the return path of a sign-in", () => {
  test.each(["/library?status=paused", "/book/7#reviews", "/"])("is %s when asked", (path) =>
    expect(toSafeReturnTo(path)).toBe(path),
  );

  test.each([
    null,
    "",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/./..//evil.example",
    "/api/logout",
    "/auth",
  ])("is home instead of %j", (url) => expect(toSafeReturnTo(url)).toBe("/home"));

  test("is part of the sign-in URL", () => {
    expect(getSignInPath("/book/7?x=1")).toBe("/auth?returnTo=%2Fbook%2F7%3Fx%3D1");
  });
});

test("mobile is below 768 pixels, tablet below 1024, desktop from there", () => {
  expect([320, 767, 768, 1023, 1024, 2560].map(getBreakpoint)).toEqual([
    "mobile",
    "mobile",
    "tablet",
    "tablet",
    "desktop",
    "desktop",
  ]);
});
