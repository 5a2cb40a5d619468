import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { ReasonReply } from "#shared/api/problem.ts";
import { Instant, JobResult, line } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const UploadSetId = z.uuid().brand<"UploadSetId">();
export type UploadSetId = z.infer<typeof UploadSetId>;

export const UploadFileId = z.uuid().brand<"UploadFileId">();
export type UploadFileId = z.infer<typeof UploadFileId>;

/**
 * Bytes of a chunk; the digest of a whole file is the SHA-256 of the SHA-256 digests of blocks of this size.
 */
export const uploadBlockBytes = 16 * 1024 * 1024;

export const maxUploadFiles = 500;
export const maxOpenUploads = 20;
/** An unfinished upload is deleted after this time without activity. */
export const uploadExpiryDays = 7;

/**
 * `open`: files are being sent. `failed`: it can be finished again. `rejected`: the files cannot be used and
 * were deleted. Both have a reason.
 */
export const UploadState = z.enum(["open", "processing", "done", "failed", "rejected"]);
export type UploadState = z.infer<typeof UploadState>;

/** A relative path with forward slashes, such as `CD 1/01.mp3`. */
const RelativePath = line(500).check(z.refine((path) => path.split("/").every(isName)));

const isName = (name: string) => name !== "" && name !== "." && name !== ".." && !name.includes("\\");

export const UploadFile = z.object({
  id: UploadFileId,
  path: z.string(),
  bytes: z.int(),
  /** The number of bytes that the server has. */
  offset: z.int(),
});
export type UploadFile = z.infer<typeof UploadFile>;

/** The files of one book. */
export const UploadSet = z.object({
  id: UploadSetId,
  title: z.string(),
  state: UploadState,
  /** Why it failed or was rejected; null otherwise. */
  reason: z.nullable(ReasonReply),
  /** The draft that it became. */
  bookId: z.nullable(BookId),
  files: z.array(UploadFile),
  createdAt: Instant,
});
export type UploadSet = z.infer<typeof UploadSet>;

export const NewUploadSet = z.strictObject({
  /** The title that the upload is shown with. */
  title: line(300),
  /** The book gets this title, also where its files have another one. */
  isTitleChosen: z.optional(z.boolean()),
  /** Staff upload books of the site itself; others upload their own. */
  isForSite: z.optional(z.boolean()),
  /** The files replace those of this book, once they are approved. */
  revisionOf: z.optional(BookId),
  files: z
    .array(z.strictObject({ path: RelativePath, bytes: z.int().check(z.positive()) }))
    .check(z.minLength(1), z.maxLength(maxUploadFiles)),
});
export type NewUploadSet = z.infer<typeof NewUploadSet>;

const setParams = z.strictObject({ setId: UploadSetId });
const fileParams = z.strictObject({ fileId: UploadFileId });

export const uploadsContract = {
  createUpload: route({
    method: "POST",
    path: "/api/upload-sets",
    access: "publisher",
    scope: "publish",
    budget: "upload",
    summary: "Starts an upload of one book; its files are then sent to /api/uploads/{fileId}",
    changes: ["upload"],
    errors: ["too_large", "insufficient_storage", "conflict", "unsupported_type"],
    body: NewUploadSet,
    response: UploadSet,
  }),

  listUploads: route({
    method: "GET",
    path: "/api/upload-sets",
    access: "publisher",
    scope: "publish",
    summary: "The user's uploads that are not books yet, oldest first",
    reads: ["upload"],
    response: z.object({ uploads: z.array(UploadSet) }),
  }),

  getUpload: route({
    method: "GET",
    path: "/api/upload-sets/:setId",
    access: "publisher",
    scope: "publish",
    budget: "upload",
    summary: "One of the user's uploads",
    reads: ["upload"],
    params: setParams,
    response: UploadSet,
  }),

  /** Repeating it is safe: one upload becomes one book. */
  finishUpload: route({
    method: "POST",
    path: "/api/upload-sets/:setId/finish",
    access: "publisher",
    scope: "publish",
    budget: "upload",
    summary: "Begins to create a draft from the uploaded files; an event tells its end",
    changes: ["upload"],
    errors: ["conflict", "unprocessable_file"],
    params: setParams,
    body: z.strictObject({
      /** Hex digests by file (see `uploadBlockBytes`), where the client could compute them. */
      digests: z.optional(z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{64}$/)))),
    }),
    response: UploadSet,
  }),

  cancelUpload: route({
    method: "DELETE",
    path: "/api/upload-sets/:setId",
    access: "publisher",
    scope: "publish",
    budget: "upload",
    summary: "Deletes an unfinished upload",
    changes: ["upload"],
    errors: ["conflict"],
    params: setParams,
    response: JobResult,
  }),
};

/** The tus protocol 1.0: offsets and chunks. */
export const uploadStreams = {
  getUploadOffset: stream({
    method: "HEAD",
    path: "/api/uploads/:fileId",
    access: "publisher",
    scope: "publish",
    budget: "upload",
    summary: "The offset at which the upload of a file continues (tus)",
    produces: "application/offset+octet-stream",
    tus: true,
    params: fileParams,
  }),

  sendChunk: stream({
    method: "PATCH",
    path: "/api/uploads/:fileId",
    access: "publisher",
    scope: "publish",
    budget: "upload",
    summary: "Appends a chunk to a file (tus), with an optional Upload-Checksum: sha256 <base64>",
    produces: "application/offset+octet-stream",
    tus: true,
    errors: ["conflict", "too_large", "insufficient_storage"],
    params: fileParams,
  }),
};
