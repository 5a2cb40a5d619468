import * as z from "zod/mini";
import { line, prose } from "#shared/api/schemas.ts";

const optionalLine = (max: number) => z.union([line(max), z.literal("")]);

/** Empty when unknown. */
const texts = {
  subtitle: optionalLine(500),
  publisher: optionalLine(200),
  licence: optionalLine(500),
  provenance: prose(2000),
};

const numbers = { publishedYear: z.nullable(z.int().check(z.gte(-3000), z.lte(3000))) };

/**
 * Columns of `books` that authors and staff edit, that the page of a book shows and that CSV files and exports
 * contain. The label of each is the message `book.<name>`.
 */
export const bookFacts = { ...texts, ...numbers };
export type BookFact = keyof typeof bookFacts;
export const bookFactNames = Object.keys(bookFacts) as BookFact[];

export const isFact = (name: string): name is BookFact => name in bookFacts;
export const isNumberFact = (name: string): name is keyof typeof numbers => name in numbers;

const mapKeys = <K extends string, V>(shape: Readonly<Record<K, unknown>>, value: V) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, value])) as Record<K, V>;

/** Facts in a reply; those of imported files can be longer than edited ones. */
export const bookFactReplies = {
  ...mapKeys(texts, z.string()),
  ...mapKeys(numbers, z.nullable(z.int())),
};

/** Of a book of which nothing is known. */
export const noBookFacts = { ...mapKeys(texts, ""), ...mapKeys(numbers, null) };
