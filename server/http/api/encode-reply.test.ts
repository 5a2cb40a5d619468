import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";
import { Book } from "#shared/books/book.ts";
import { BookPage } from "#shared/books/contract.ts";
import { TocItem } from "#shared/reader/contract.ts";
import { encodeReply, prepareEncode } from "./encode-reply.ts";

const book = {
  id: "b0000000-0000-4000-8000-000000000001",
  title: "Letters",
  description: "",
  author: "Amina",
  coverImageUrl: "",
  audioUrl: "",
  averageRating: null,
  ratingCount: 0,
  pageCount: 12,
  duration: null,
  isComingSoon: false,
  isFree: true,
  isFeatured: false,
  kind: "book",
  genre: "",
  language: "en",
  direction: "ltr",
  hasEbook: true,
  hasAudiobook: false,
  hasAiVoice: false,
  hasSyncMap: false,
  createdAt: new Date("2026-03-01T12:00:00.123Z"),
  releaseAt: null,
};

describe("encoding a reply", () => {
  test("removes undeclared fields at every depth", () => {
    const page = {
      books: [{ ...book, passwordHash: "secret", searchVector: "'a':1" }],
      total: 1,
      isTotalCapped: false,
      nextCursor: null,
      searchedFor: null,
      secret: "secret",
    };

    const encoded = prepareEncode(BookPage)(page);

    expect(encoded).toEqual(z.encode(BookPage, page as never));
    expect(JSON.stringify(encoded)).not.toContain("secret");
    expect(JSON.stringify(encoded)).not.toContain("searchVector");
  });

  test.each([
    [z.number().check(z.gte(0), z.lte(1)), 0],
    [z.number().check(z.gte(0), z.lte(1)), 1],
    [z.number().check(z.gt(0)), 0.1],
    [z.number().check(z.multipleOf(2)), 4],
  ])("keeps numbers within their limits", (schema, value) => {
    expect(prepareEncode(schema)(value)).toBe(value);
  });

  test("writes dates as strings", () => {
    expect(prepareEncode(Book)(book)).toMatchObject({
      createdAt: "2026-03-01T12:00:00.123Z",
      releaseAt: null,
    });
  });

  test.each<[string, z.ZodMiniType, unknown]>([
    ["a missing field", z.object({ a: z.string() }), {}],
    ["null for a text", z.object({ a: z.string() }), { a: null }],
    ["a text for a number", z.number(), "1"],
    ["no number", z.number(), Number.NaN],
    ["a broken number for a whole one", z.int(), 1.5],
    ["an unnamed value", z.enum(["a", "b"]), "c"],
    ["no id", z.uuid(), "1"],
    ["no date", Instant, new Date("no")],
    ["a text for a date", Instant, "2026-03-01T12:00:00Z"],
    ["a number below its minimum", z.number().check(z.gte(0)), -1],
    ["a number above its maximum", z.number().check(z.gte(0), z.lte(1)), 1.1],
    ["an excluded limit", z.number().check(z.lt(1)), 1],
    ["a fraction of a multiple", z.number().check(z.multipleOf(2)), 3],
    ["a text for a limited number", z.number().check(z.gte(0)), "1"],
    ["a text for a truth", z.boolean(), "true"],
    ["an object for an array", z.array(z.string()), {}],
    ["an array for an object", z.object({}), []],
    ["neither of a choice", z.union([z.string(), z.number()]), true],
    ["another literal", z.object({ done: z.literal(true) }), { done: false }],
  ])("refuses %s, as zod does", (_what, schema, value) => {
    expect(z.safeEncode(schema, value as never).success).toBe(false);
    expect(() => prepareEncode(schema)(value)).toThrow();
  });

  test.each<[string, z.ZodMiniType, unknown]>([
    ["optional fields", z.object({ a: z.optional(z.string()), b: z.nullable(z.int()) }), { b: null }],
    ["records", z.record(z.string(), z.int()), { a: 1 }],
    ["choices", z.union([z.string(), Instant]), new Date(0)],
    ["lists of lists", z.array(z.array(z.int())), [[1], []]],
    ["pairs", z.tuple([z.int(), z.string()]), [1, "a"]],
    ["longer objects", z.extend(z.object({ a: z.int() }), { b: z.int() }), { a: 1, b: 2, c: 3 }],
  ])("encodes %s as zod does", (_what, schema, value) => {
    expect(prepareEncode(schema)(value)).toEqual(z.encode(schema, value as never));
  });

  test("encodes recursive schemas", () => {
    const sectionIndex = { label: "b", href: "", children: [], secret: 1 };
    const toc = { label: "a", href: "a.xhtml", children: [sectionIndex] };

    expect(prepareEncode(TocItem)(toc)).toEqual({
      label: "a",
      href: "a.xhtml",
      children: [{ label: "b", href: "", children: [] }],
    });
  });

  test("names route and field of a violation, as a server error", () => {
    const contract = route({
      method: "GET",
      path: "/api/test",
      access: "guest",
      summary: "For this test",
      unwatched: "A test",
      response: z.object({ books: z.array(z.object({ title: z.string() })) }),
    });

    expect(() => encodeReply(contract, { books: [{ title: 1 }] })).toThrow(
      expect.objectContaining({
        name: "Error",
        message: "GET /api/test: reply outside its contract",
        cause: expect.objectContaining({ message: "books: title: expected string" }),
      }),
    );
  });
});
