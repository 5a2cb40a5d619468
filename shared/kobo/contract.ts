import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { storedFileAnswers } from "#shared/api/file-answers.ts";
import { rawText } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

/** A place in an EPUB in the terms of a Kobo device. */
export const KoboLocation = z.object({
  /** Such as `kobo.12.3`: the third sentence of the twelfth paragraph. */
  Value: rawText(1000),
  Type: rawText(100),
  /** The path of the document in the EPUB. */
  Source: rawText(1000),
});
export type KoboLocation = z.infer<typeof KoboLocation>;

const Percent = z.nullish(z.number().check(z.gte(0), z.lte(100)));
const Time = z.nullish(rawText(40));

/** The report of a device about a book; other fields are ignored. */
export const KoboReadingState = z.object({
  LastModified: Time,
  CurrentBookmark: z.nullish(
    z.object({
      LastModified: Time,
      ProgressPercent: Percent,
      /** Within the document. */
      ContentSourceProgressPercent: Percent,
      Location: z.nullish(KoboLocation),
    }),
  ),
  StatusInfo: z.nullish(z.object({ Status: z.nullish(rawText(40)) })),
});
export type KoboReadingState = z.infer<typeof KoboReadingState>;

const Token = z.string().check(z.regex(/^[\w-]{1,200}$/));
const image = z.string().check(z.regex(/^[0-9a-f-]{36}(?:-[0-9a-f]{1,64})?$/));
const size = z.string().check(z.regex(/^[\w{}]{1,20}$/));
const tokenParams = z.strictObject({ token: Token });
const bookParams = z.strictObject({ token: Token, bookId: BookId });
const anyParams = z.strictObject({ token: Token, path: z.string() });
const Any = z.looseObject({});

const common = { access: "reader", scope: "sync" } as const;
const unwatched = "A Kobo device does not follow changes.";
const unchanged = "It changes nothing.";

/** The store API of Kobo devices, with a token in the path; only where the operator turned it on. */
export const koboContract = {
  initializeKobo: route({
    ...common,
    method: "GET",
    path: "/kobo/:token/v1/initialization",
    summary: "The addresses that the device uses",
    unwatched,
    params: tokenParams,
    response: z.object({ Resources: Any }),
  }),

  authorizeKobo: route({
    ...common,
    method: "POST",
    path: "/kobo/:token/v1/auth/device",
    summary: "Tokens that the device expects; the one in the path is the authority",
    unchanged,
    params: tokenParams,
    body: z.optional(z.object({ UserKey: z.optional(rawText(200)) })),
    response: Any,
  }),

  syncKoboLibrary: route({
    ...common,
    method: "GET",
    path: "/kobo/:token/v1/library/sync",
    summary: "What changed since the `x-kobo-synctoken`: books that the user may download, and positions",
    unwatched,
    params: tokenParams,
    query: Any,
    response: z.array(Any),
  }),

  getKoboMetadata: route({
    ...common,
    method: "GET",
    path: "/kobo/:token/v1/library/:bookId/metadata",
    summary: "The details of a book of the library",
    unwatched,
    errors: ["not_found"],
    params: bookParams,
    response: z.array(Any),
  }),

  getKoboState: route({
    ...common,
    method: "GET",
    path: "/kobo/:token/v1/library/:bookId/state",
    summary: "The position in a book as the device writes it",
    unwatched,
    errors: ["not_found"],
    params: bookParams,
    response: z.array(Any),
  }),

  saveKoboState: route({
    ...common,
    method: "PUT",
    path: "/kobo/:token/v1/library/:bookId/state",
    summary: "Saves the position that the device reports",
    changes: ["position", "library"],
    errors: ["not_found"],
    params: bookParams,
    body: z.object({ ReadingStates: z.array(KoboReadingState).check(z.maxLength(20)) }),
    response: Any,
  }),

  removeKoboBook: route({
    ...common,
    method: "DELETE",
    path: "/kobo/:token/v1/library/:bookId",
    summary: "Stops sending a book that was deleted on the device; the library keeps it",
    unchanged: "It concerns the device alone.",
    params: bookParams,
    response: Any,
  }),

  getKoboOther: route({
    ...common,
    method: "GET",
    path: "/kobo/:token/*path",
    summary: "Empty replies to questions about the Kobo store",
    unwatched,
    params: anyParams,
    query: Any,
    response: Any,
  }),
  postKoboOther: route({
    ...common,
    method: "POST",
    path: "/kobo/:token/*path",
    summary: "Empty replies to reports for the Kobo store and to collections",
    unchanged,
    params: anyParams,
    query: Any,
    response: Any,
  }),
  putKoboOther: route({
    ...common,
    method: "PUT",
    path: "/kobo/:token/*path",
    summary: "Empty replies to changes of collections",
    unchanged,
    params: anyParams,
    query: Any,
    response: Any,
  }),
  deleteKoboOther: route({
    ...common,
    method: "DELETE",
    path: "/kobo/:token/*path",
    summary: "Empty replies to deleted collections",
    unchanged,
    params: anyParams,
    query: Any,
    response: Any,
  }),
};

export const koboStreams = {
  getKoboEpub: stream({
    ...common,
    method: "GET",
    path: "/kobo/:token/download/:bookId/epub",
    summary: "The EPUB of a book that the user may download",
    errors: ["subscription_required", "forbidden", "not_found"],
    answers: storedFileAnswers,
    params: bookParams,
    produces: "application/epub+zip",
  }),
  getKoboCover: stream({
    ...common,
    method: "GET",
    path: "/kobo/:token/:image/:width/:height/:greyscale/image.jpg",
    summary: "A cover as JPEG",
    errors: ["not_found"],
    params: z.strictObject({ token: Token, image, width: size, height: size, greyscale: size }),
    produces: "image/jpeg",
  }),
  getKoboCoverOfQuality: stream({
    ...common,
    method: "GET",
    path: "/kobo/:token/:image/:width/:height/:quality/:greyscale/image.jpg",
    summary: "A cover as JPEG",
    errors: ["not_found"],
    params: z.strictObject({
      token: Token,
      image,
      width: size,
      height: size,
      quality: size,
      greyscale: size,
    }),
    produces: "image/jpeg",
  }),
};
