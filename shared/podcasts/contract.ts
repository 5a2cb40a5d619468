import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { storedFileAnswers } from "#shared/api/file-answers.ts";
import { BookId } from "#shared/books/book.ts";

/** The feed of a book for everyone. */
export const getPodcastPath = (bookId: BookId) => `/podcasts/${bookId}/feed.xml`;

/** The feed of a book for the owner of a token, which is a secret. */
export const getPrivatePodcastPath = (bookId: BookId, token: string) =>
  `/podcasts/private/${token}/${bookId}/feed.xml`;

const fileParams = { bookId: BookId, fileId: z.uuid() };
const token = z.string().check(z.regex(/^[\w-]{1,200}$/));

const feed = {
  method: "GET",
  budget: "opds",
  answers: { 304: "Not modified" },
  produces: "application/rss+xml",
} as const;
const chapters = { method: "GET", budget: "opds", produces: "application/json+chapters" } as const;
const audio = {
  method: "GET",
  produces: "audio/*",
  answers: storedFileAnswers,
} as const;

/** Podcast apps have no sign-in: the token in the path of the private ones is the authority. */
const open = { access: "guest" } as const;
const owned = { access: "reader", scope: "podcast" } as const;

export const podcastStreams = {
  getPodcast: stream({
    ...feed,
    ...open,
    path: "/podcasts/:bookId/feed.xml",
    summary: "A recording as a podcast: the files that everyone may hear",
    params: z.strictObject({ bookId: BookId }),
  }),

  getPodcastChapters: stream({
    ...chapters,
    ...open,
    path: "/podcasts/:bookId/chapters/:fileId.json",
    summary: "The chapters in a file of a podcast",
    params: z.strictObject(fileParams),
  }),

  /** The extension is that of the media type; podcast apps want one. */
  getPodcastAudio: stream({
    ...audio,
    ...open,
    path: "/podcasts/:bookId/audio/:fileId.:extension",
    summary: "A file of a podcast",
    params: z.strictObject({ ...fileParams, extension: z.string() }),
  }),

  getPrivatePodcast: stream({
    ...feed,
    ...owned,
    path: "/podcasts/private/:token/:bookId/feed.xml",
    summary: "A recording as a podcast: the files that the owner of the token may hear",
    params: z.strictObject({ token, bookId: BookId }),
  }),

  getPrivatePodcastChapters: stream({
    ...chapters,
    ...owned,
    path: "/podcasts/private/:token/:bookId/chapters/:fileId.json",
    summary: "The chapters in a file of a private podcast",
    params: z.strictObject({ token, ...fileParams }),
  }),

  getPrivatePodcastAudio: stream({
    ...audio,
    ...owned,
    path: "/podcasts/private/:token/:bookId/audio/:fileId.:extension",
    summary: "A file of a private podcast",
    params: z.strictObject({ token, ...fileParams, extension: z.string() }),
  }),
};

export const podcastsContract = {
  /** A part of a book can be public: its sample. */
  getPodcastOffer: route({
    method: "GET",
    path: "/api/books/:bookId/podcast",
    access: "guest",
    summary: "How much of a book everyone and the caller can hear in podcast apps",
    reads: ["book", "membership"],
    params: z.strictObject({ bookId: BookId }),
    response: z.object({
      /** The address of the public feed; null without a file that everyone may hear to its end. */
      publicUrl: z.nullable(z.string()),
      isPublicWhole: z.boolean(),
      /** Whether the caller may hear files that are not public. */
      hasMore: z.boolean(),
    }),
  }),
};
