import * as z from "zod/mini";
import { Instant, Seconds } from "#shared/api/schemas.ts";

export const BookId = z.uuid().brand<"BookId">();
export type BookId = z.infer<typeof BookId>;

export const ContributorId = z.uuid().brand<"ContributorId">();
export type ContributorId = z.infer<typeof ContributorId>;

/** The publication state. `scheduled` books are listed under Coming Soon. */
export const BookState = z.enum(["draft", "in-review", "scheduled", "published", "hidden", "rejected"]);
export type BookState = z.infer<typeof BookState>;

/** Scripture is never rated, reviewed or read by a synthetic voice. Set by staff. */
export const BookKind = z.enum(["book", "scripture"]);
export type BookKind = z.infer<typeof BookKind>;

/** Books in this language come first; other languages are not left out. */
export const PreferredLanguage = z.optional(z.enum(["ar", "en"]));

export const Direction = z.enum(["ltr", "rtl"]);
export type Direction = z.infer<typeof Direction>;

export const ContributorRole = z.enum(["author", "narrator", "translator", "editor", "illustrator"]);
export type ContributorRole = z.infer<typeof ContributorRole>;

export const aiVoiceName = "AI voice";

export const BookFormat = z.enum(["ebook", "audiobook", "both"]);
export type BookFormat = z.infer<typeof BookFormat>;

/** A book in lists. */
export const Book = z.object({
  id: BookId,
  title: z.string(),
  description: z.string(),
  /** The names of its authors, joined. */
  author: z.string(),
  /** `/covers/<id>/<hash>-320.webp`; widths 160, 320 and 640 exist. Empty until a cover was generated. */
  coverImageUrl: z.string(),
  /** The URL of the first chapter; empty without audio. */
  audioUrl: z.string(),
  /** 0.5 to 5; null while unrated. */
  averageRating: z.nullable(z.number()),
  ratingCount: z.int(),
  pageCount: z.nullable(z.int()),
  /** Total duration in seconds; null without audio. */
  duration: z.nullable(Seconds),
  isComingSoon: z.boolean(),
  isFree: z.boolean(),
  isFeatured: z.boolean(),
  kind: BookKind,
  /** Its first genre; empty for none. */
  genre: z.string(),
  /** A BCP 47 tag. */
  language: z.string(),
  direction: Direction,
  hasEbook: z.boolean(),
  hasAudiobook: z.boolean(),
  hasAiVoice: z.boolean(),
  /** Text and audio are synchronized by sentence. */
  hasSyncMap: z.boolean(),
  createdAt: Instant,
  /** The release date of an upcoming book; null otherwise. */
  releaseAt: z.nullable(Instant),
});
export type Book = z.infer<typeof Book>;

export const isScripture = ({ kind }: Pick<Book, "kind">): boolean => kind === "scripture";

export const Contributor = z.object({
  id: ContributorId,
  name: z.string(),
  role: ContributorRole,
});
export type Contributor = z.infer<typeof Contributor>;

/** The icons that a genre can have. */
export const genreIcons = [
  "baby",
  "book-marked",
  "book-open-text",
  "compass",
  "cooking-pot",
  "feather",
  "flask-conical",
  "hand-heart",
  "landmark",
  "lightbulb",
  "moon",
  "palette",
  "scale",
  "scroll-text",
  "sprout",
  "user-round",
] as const;
export const GenreIcon = z.enum(genreIcons);
export type GenreIcon = z.infer<typeof GenreIcon>;

export const Genre = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  bookCount: z.int(),
  /** Null for the default. */
  icon: z.nullable(GenreIcon),
  /** Covers of its most popular books, at most three. */
  coverImageUrls: z.array(z.string()),
  /** In lower case; URLs with them redirect to the genre. */
  formerNames: z.array(z.string()),
});
export type Genre = z.infer<typeof Genre>;
