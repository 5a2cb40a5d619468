import { expect, test } from "vitest";
import { classifyKeptRequest } from "./classify-kept-request.ts";

const origin = "https://maktaba.example";
const book = "8d9a5c1e-0000-4000-8000-000000000001";

const classify = (url: string, { method = "GET", mode = "cors", range = "" } = {}) =>
  classifyKeptRequest(
    {
      method,
      mode: mode as RequestMode,
      headers: new Headers(range ? { Range: range } : {}),
      url: new URL(url, origin).href,
    },
    origin,
  );

test.each([
  `/media/${book}/5f0c`,
  `/covers/${book}/abc-320.webp`,
  `/api/books/${book}/ebook/0123456789abcdef/entries/OPS/1.xhtml`,
])("%s is a file of its book, also a range of it", (path) => {
  expect(classify(path)).toEqual({ path, bookId: book, isFile: true });
  expect(classify(path, { range: "bytes=0-" })).toEqual({ path, bookId: book, isFile: true });
});

test.each([
  [`/api/books/${book}`, book],
  [`/api/books/${book}/ebook`, book],
  [`/api/books/${book}/marks?since=0`, book],
  [`/api/positions/${book}`, book],
  ["/api/user/library?limit=30", null],
])("%s is a reply", (path, bookId) => {
  expect(classify(path)).toEqual({ path, bookId, isFile: false });
});

test.each([
  "/api/live",
  "/api/auth/user",
  "/api/logout",
  "/api/media/stream?mediaType=epub",
  `/api/books/${book}/read-along.epub`,
  "/api/user/export/1",
  "/browse",
  "/assets/index-1.js",
  "https://elsewhere.example/api/user/library",
])("%s never has a stored copy", (url) => {
  expect(classify(url)).toBeNull();
});

test("changes and navigations pass through", () => {
  expect(classify("/api/user/library", { method: "POST" })).toBeNull();
  expect(classify(`/media/${book}/5f0c`, { mode: "navigate" })).toBeNull();
});
