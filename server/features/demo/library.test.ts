import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { demoAuthors } from "./demo-authors.ts";
import { demoReviews } from "./demo-readers.ts";
import { readText } from "./text.ts";

interface BookManifest {
  readonly title: string;
  readonly language: string;
  readonly genres: readonly string[];
  readonly contributors: readonly { readonly name: string }[];
}

const library = path.resolve("server/demo/library");
const books = readdirSync(library).map((slug) => {
  const folder = path.join(library, slug);
  const manifest = JSON.parse(readFileSync(path.join(folder, "maktaba.json"), "utf8")) as BookManifest;
  const text = readText(folder, slug);
  const words = text?.chapters.map(
    ({ body }) =>
      body
        .replace(/<[^>]*>/g, " ")
        .trim()
        .split(/\s+/).length,
  );
  return { slug, ...manifest, words: words?.reduce((sum, count) => sum + count, 0) ?? null };
});

test("the demo library has over 120,000 words, and short books for children only", () => {
  const short = books.filter(
    ({ words, genres }) => words !== null && words < 2_000 && !genres.includes("Children"),
  );

  expect(books.reduce((sum, { words }) => sum + (words ?? 0), 0)).toBeGreaterThan(120_000);
  expect(short.map(({ slug, words }) => `${slug}: ${words}`)).toEqual([]);
  expect(Math.max(...books.map(({ words }) => words ?? 0))).toBeGreaterThan(30_000);
});

test("each genre of the demo library has three books, and eight are in Arabic", () => {
  const counts = new Map<string, number>();
  // The Qur'an itself is added when the library is built.
  for (const genre of ["Qur'an", ...books.flatMap(({ genres }) => genres)])
    counts.set(genre, (counts.get(genre) ?? 0) + 1);

  expect([...counts].filter(([, count]) => count < 3)).toEqual([]);
  expect(books.filter(({ language }) => language === "ar").length).toBeGreaterThanOrEqual(8);
});

test("each author of the demo library has a biography", () => {
  const names = books.map(({ contributors }) => contributors[0]?.name ?? "");
  // A person with names in two scripts is one contributor, by the Latin name if there is one.
  const latin = names.filter((name) => /\p{Script=Latin}/u.test(name));

  expect([...new Set(latin)].filter((name) => !(name in demoAuthors))).toEqual([]);
});

test("each sample review is of a book of the demo library", () => {
  const titles = books.map(({ title }) => title);

  expect(demoReviews.filter(({ title }) => !titles.includes(title))).toEqual([]);
});

test("the demo texts have typographic quotation marks and apostrophes", () => {
  const straight = books.flatMap(({ slug }) => {
    const text = readText(path.join(library, slug), slug);
    return (text?.chapters ?? [])
      .filter(({ body }) => /["']/.test(body.replace(/<[^>]*>/g, "").replaceAll("&quot;", '"')))
      .map(({ name }) => `${slug}/${name}`);
  });

  expect(straight).toEqual([]);
});

test("paragraphs are indented, verse and the first paragraph are not", () => {
  const poems = readText(path.join(library, "a-window-facing-east"), "a-window-facing-east");

  expect(poems?.style).toContain("text-indent: 1.5em");
  expect(poems?.chapters[1]?.body).toMatch(/<h2>Bread<\/h2>\n<p class="stanza">The boy brings it/);
});
