import type { User, UserId } from "#shared/accounts/user.ts";
import type { Book, BookId } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { noBookFacts } from "#shared/books/facts.ts";
import type { Challenge } from "#shared/challenges/contract.ts";
import type { LibraryEntry } from "#shared/library/entry.ts";
import type { Notification } from "#shared/notifications/contract.ts";
import type { Recording } from "#shared/prayer/recordings.ts";

export const getId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

type Overrides<T> = { readonly [K in keyof T]?: T[K] | undefined };

export const makeUser = (input: Overrides<User> = {}): User => ({
  id: getId(1) as UserId,
  firstName: "Amina",
  lastName: "Rahman",
  username: "amina",
  email: "amina@example.org",
  emailVerified: true,
  profileImageUrl: "",
  bio: "",
  isAuthor: false,
  isEmployee: false,
  isAdmin: false,
  isSupporter: false,
  coauthoredBooks: [],
  ...(input as Partial<User>),
});

export const makeBook = (n: number, input: Overrides<Book> = {}): Book => ({
  id: getId(n) as BookId,
  title: `Book ${n}`,
  description: "",
  author: "Maryam Idris",
  coverImageUrl: "",
  audioUrl: "",
  averageRating: null,
  ratingCount: 0,
  pageCount: 100,
  duration: null,
  isComingSoon: false,
  isFree: true,
  isFeatured: false,
  kind: "book",
  genre: "Prayer",
  language: "en",
  direction: "ltr",
  hasEbook: true,
  hasAudiobook: false,
  hasAiVoice: false,
  hasSyncMap: false,
  createdAt: new Date("2026-01-01T00:00:00Z"),
  releaseAt: null,
  ...(input as Partial<Book>),
});

export const makeDetail = (n: number, input: Overrides<BookDetail> = {}): BookDetail => ({
  ...makeBook(n),
  ...noBookFacts,
  state: "published",
  contributors: [
    { id: getId(60) as BookDetail["contributors"][number]["id"], name: "Maryam Idris", role: "author" },
  ],
  genres: ["Travel"],
  tropes: [],
  series: null,
  provenance: "Written for this library.",
  wordCount: 900,
  chapterCount: 4,
  original: null,
  revisionOf: null,
  editions: [],
  allowsDownload: true,
  isNarrated: false,
  tasks: [],
  access: { isVisible: true, read: "sample", listen: "none", canDownload: false, needs: "sign-in" },
  myEntry: null,
  myReview: null,
  canReview: false,
  canEdit: false,
  ...(input as Partial<BookDetail>),
});

export const makeEntry = (n: number, input: Overrides<LibraryEntry> = {}): LibraryEntry => ({
  status: "currently-reading",
  progress: "41.3",
  lastFormat: "text",
  rating: null,
  proposesFinished: false,
  addedAt: new Date("2026-01-01T00:00:00Z"),
  updatedAt: new Date("2026-01-02T00:00:00Z"),
  book: makeBook(n),
  ...(input as Partial<LibraryEntry>),
});

export const makeNotification = (n: number, input: Overrides<Notification> = {}): Notification => ({
  id: getId(n) as Notification["id"],
  type: "new_book",
  params: { bookId: `${n}`, book: `Book ${n}` },
  actors: [],
  actorCount: 0,
  title: "",
  message: "",
  isRead: false,
  createdAt: new Date("2026-01-01T00:00:00Z"),
  actionUrl: `/book/${n}`,
  ...(input as Partial<Notification>),
});

export const makeChallenge = (n: number, input: Overrides<Challenge> = {}): Challenge => ({
  id: getId(n) as Challenge["id"],
  title: `Challenge ${n}`,
  description: "Read together.",
  titleArabic: "",
  descriptionArabic: "",
  goal: 3,
  goalType: "books",
  genre: null,
  books: [],
  communityId: null,
  participantCount: 2,
  startsAt: new Date("2026-01-01T00:00:00Z"),
  endsAt: new Date("2026-12-31T00:00:00Z"),
  ...(input as Partial<Challenge>),
});

export const makeRecording = (n: number, input: Overrides<Recording> = {}): Recording => ({
  id: getId(n) as Recording["id"],
  kind: "athan",
  isFajr: false,
  title: `Recording ${n}`,
  licence: `By leave of reciter ${n}`,
  seconds: 120,
  position: n,
  ...(input as Partial<Recording>),
});
