import type { Book } from "#shared/books/book.ts";

const book = {
  description: "",
  coverImageUrl: "",
  audioUrl: "",
  averageRating: 4,
  ratingCount: 12,
  pageCount: 180,
  duration: 5400,
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
  createdAt: new Date(0),
  releaseAt: null,
} as const;

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}` as Book["id"];

export const sampleBooks: readonly Book[] = [
  { ...book, id: id(1), title: "A Book to Read", author: "An Author" },
  { ...book, id: id(2), title: "كتاب بالعربية", author: "كاتبة", direction: "rtl", averageRating: null },
  {
    ...book,
    id: id(3),
    title: "A Book to Listen To",
    author: "A Narrator",
    hasEbook: false,
    hasAudiobook: true,
  },
  { ...book, id: id(4), title: "Both", author: "", hasAudiobook: true, isFree: false },
  {
    ...book,
    id: id(5),
    title: "Donaudampfschifffahrtsgesellschaftskapitänsmütze und andere sehr lange Geschichten",
    author: "Friedrich-Wilhelm von Hohenstaufen-Langenberg",
    averageRating: 2.5,
  },
  { ...book, id: id(6), title: "Soon", author: "An Author", isComingSoon: true, releaseAt: new Date(2e12) },
];
