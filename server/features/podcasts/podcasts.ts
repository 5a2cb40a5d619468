import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { getPodcastPath, type podcastStreams, type podcastsContract } from "#shared/podcasts/contract.ts";
import { getAccess } from "#server/features/books/service.ts";
import { getAudio, getRecording, type RecordingFile } from "#server/features/player/service.ts";
import type { GuestContext, GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { sendDocument } from "#server/http/api/send-document.ts";
import { findPodcastBook, listNarrators } from "./queries.ts";
import { writeFeed } from "./write-feed.ts";

/** A public podcast is the same for everybody, also for those who are signed in. */
const asGuest = <C extends GuestContext>(context: C): C & { readonly user: null } => ({
  ...context,
  user: null,
});

/** A podcast app plays whole files, so that a file with a locked part is left out. */
async function listWholeFiles(context: GuestContext, bookId: BookId): Promise<RecordingFile[]> {
  const { files } = await getRecording(context, bookId);
  return files.filter(({ isWhole }) => isWhole);
}

/** @throws {ProblemError} `not_found` without a file that everyone may hear */
export function getPodcast(
  context: GuestHttpContext,
  { params: { bookId } }: InputOf<typeof podcastStreams.getPodcast>,
): Promise<void> {
  return sendFeed(asGuest(context), bookId, `/podcasts/${bookId}`);
}

/** @throws {ProblemError} `not_found` without a file that the owner of the token may hear */
export function getPrivatePodcast(
  context: GuestHttpContext,
  { params: { token, bookId } }: InputOf<typeof podcastStreams.getPrivatePodcast>,
): Promise<void> {
  return sendFeed(context, bookId, `/podcasts/private/${token}/${bookId}`);
}

async function sendFeed(context: GuestHttpContext, bookId: BookId, path: string): Promise<void> {
  const files = await listWholeFiles(context, bookId);
  const book = await findPodcastBook(context.db, bookId);
  if (!book || files.length === 0) throw notFound("podcast");
  const [origin] = context.settings.origins;
  const narrators = await listNarrators(context.db, bookId);
  const feed = writeFeed({
    book,
    narrators,
    files,
    origin,
    url: origin + path,
    isPrivate: context.user !== null,
  });
  if (context.user) context.res.setHeader("X-Robots-Tag", "noindex");
  sendDocument(context, "application/rss+xml", feed, book.updatedAt);
}

type FileInput = { readonly params: { readonly bookId: BookId; readonly fileId: string } };

export const getPodcastChapters = (context: GuestHttpContext, { params }: FileInput): Promise<void> =>
  sendChapters(asGuest(context), params);

/** @throws {ProblemError} `not_found` for a file that the caller may not hear whole */
export async function sendChapters(
  context: GuestHttpContext,
  { bookId, fileId }: FileInput["params"],
): Promise<void> {
  const file = (await listWholeFiles(context, bookId)).find(({ id }) => id === fileId);
  if (!file) throw notFound("file");
  const chapters = file.chapters.map(({ title, start }) => ({ startTime: start, title }));
  sendDocument(context, "application/json+chapters", JSON.stringify({ version: "1.2.0", chapters }));
}

export const getPodcastAudio = (context: GuestHttpContext, { params }: FileInput): Promise<void> =>
  getAudio(asGuest(context), { params });

/**
 * The addresses that the podcast dialog of a book offers.
 *
 * @throws {ProblemError} `not_found`, or an access error
 */
export async function getPodcastOffer(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof podcastsContract.getPodcastOffer>,
) {
  const { listen } = await getAccess(context, context.user, bookId);
  if (listen === "none") throw notFound("podcast");
  const own = await listWholeFiles(context, bookId);
  const isPublic = (await getAccess(context, null, bookId).catch(() => null))?.listen ?? "none";
  const shared = isPublic === "none" ? [] : await listWholeFiles(asGuest(context), bookId);
  return {
    publicUrl: shared.length > 0 ? context.settings.origins[0] + getPodcastPath(bookId) : null,
    isPublicWhole: shared.length > 0 && isPublic === "whole",
    hasMore: context.user !== null && own.length > shared.length,
  };
}
