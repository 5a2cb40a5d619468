import type { InputOf } from "#shared/api/contract.ts";
import { getAccessTo } from "#shared/books/access-policy.ts";
import type { playerStreams } from "#shared/player/contract.ts";
import { toRejection } from "#server/features/books/service.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findFileSender } from "#server/http/file-sender.ts";
import { limitDownloads, sendFile } from "#server/http/ranges.ts";
import { getCountedCaller } from "#server/http/security/client-ip.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { CatalogueCache } from "#server/pubsub/catalogue-cache.ts";
import { findAudio } from "./queries.ts";

const maxStreams = { person: 8, ip: 32 };

/** A listener asks for many ranges of one file. */
const files = new CatalogueCache<Awaited<ReturnType<typeof findAudio>>>(5_000);

/**
 * Streams an audio file or its sample.
 *
 * @throws {ProblemError} `not_found`, or an access error
 */
export async function getAudio(
  { db, live, storage, settings, clock, req, res, user }: GuestHttpContext,
  { params: { bookId, fileId } }: InputOf<typeof playerStreams.getAudio>,
): Promise<void> {
  const file = await files.get(live, `${bookId} ${fileId}`, () => findAudio(db, bookId, fileId));
  const access = file && getAccessTo(file, user);
  if (!file || !access?.isVisible || access.needs === "release") throw notFound("file");
  const isWhole = access.listen === "whole";
  const allowed = isWhole ? [[0, file.bytes] as const] : file.sampleRanges;
  if (access.listen === "none" || !allowed.length) throw toRejection(user, access);

  limitDownloads(res, getCountedCaller(req, settings, user), user ? maxStreams.person : maxStreams.ip);
  sendAsUpload(res);
  res.setHeader("Cache-Control", "private, no-cache");
  const version = file.sha256.slice(0, 32);
  await sendFile(req, res, {
    mediaType: file.mediaType,
    bytes: file.bytes,
    etag: isWhole ? `"${version}"` : `"${version}-sample"`,
    allowed,
    fillsGaps: !isWhole && file.mediaType === "audio/mp4",
    sender: isWhole ? await findFileSender({ settings, storage, clock }, file.storageKey) : null,
    open: (range) => storage.read(file.storageKey, range),
  });
}
