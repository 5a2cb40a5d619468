import { expect, test } from "vitest";
import { classifyRequest } from "./classify-request.ts";

const origin = "https://maktaba.example";

const classify = (url: string, { method = "GET", mode = "cors", range = "" } = {}) =>
  classifyRequest(
    {
      method,
      mode: mode as RequestMode,
      headers: new Headers(range ? { Range: range } : {}),
      url: new URL(url, origin).href,
    },
    origin,
  );

test.each(["/", "/browse?sort=new", "/library", "/book/1", "/read/1", "/genre/Fiqh%20%26%20Usul"])(
  "%s is a page when navigated to",
  (path) => {
    expect(classify(path, { mode: "navigate" })).toBe("page");
    expect(classify(path)).toBeNull();
  },
);

test.each([
  "/api/logout",
  "/api/login?returnTo=%2F",
  "/api/me/export",
  "/media/1/2.mp3",
  "/covers/1.webp",
  "/pictures/1.webp",
  "/opds",
  "/podcasts/private/app_secret/1/feed.xml",
  "/kobo/app_secret/v1/initialization",
  "/koreader/healthcheck",
  "/optimized-reader?bookId=1",
  "/optimized-reader/",
  "/healthz",
  "/robots.txt",
  "/sitemap-1.xml",
  "/sw.js",
  "/manifest.webmanifest",
])("%s always goes to the server", (path) => {
  expect(classify(path, { mode: "navigate" })).toBeNull();
  expect(classify(path)).toBeNull();
});

test("assets are cached, except ranges and foreign ones", () => {
  expect(classify("/assets/index-1.js")).toBe("asset");
  expect(classify("/assets/index-1.js", { range: "bytes=0-1" })).toBeNull();
  expect(classify("https://elsewhere.example/assets/index-1.js")).toBeNull();
});

test("only a form for the page that opens files is a shared file", () => {
  expect(classify("/open", { method: "POST", mode: "navigate" })).toBe("shared-file");
  expect(classify("/open?shared=lost", { mode: "navigate" })).toBe("page");
  expect(classify("https://elsewhere.example/open", { method: "POST", mode: "navigate" })).toBeNull();
});

test("requests that change data pass through", () => {
  expect(classify("/auth", { method: "POST", mode: "navigate" })).toBeNull();
  expect(classify("/assets/index-1.js", { method: "HEAD" })).toBeNull();
});
