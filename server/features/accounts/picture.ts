import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import { type User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Context, GuestHttpContext } from "#server/http/api/context.ts";
import { notFound, unauthenticated } from "#server/http/api/problem.ts";
import { sendFile } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import { reencodePicture } from "#server/images/reencode-picture.ts";
import type { Services } from "#server/services.ts";
import { getPictureKey } from "#server/storage/keys.ts";
import { findAccountById, findPicture, markContributorChanged, updateUser } from "./queries.ts";

/** Width and height of a profile picture in pixels. */
const side = 256;
const square = { width: side, height: side, fit: "cover", position: "attention" } as const;

/**
 * Re-encodes a profile picture as a square without metadata and replaces the old one.
 *
 * @throws {ProblemError} `unprocessable_file`
 */
export async function updatePicture(
  context: Context,
  { file }: InputOf<typeof accountsContract.updatePicture>,
): Promise<User> {
  const { user } = context;
  const { data: image } = await reencodePicture(file, square);
  const hash = createHash("sha256").update(image).digest("hex").slice(0, 32);
  await context.storage.put(getPictureKey(user.id, hash), Readable.from([image]));
  return savePicture(context, user, `/pictures/${user.id}/${hash}.webp`);
}

/** Removes the profile picture. */
export function deletePicture(context: Context): Promise<User> {
  return savePicture(context, context.user, "");
}

async function savePicture(services: Services, { id }: User, url: string): Promise<User> {
  const { db, storage, clock } = services;
  const before = await findPicture(db, id);
  await updateUser(db, id, { profileImageUrl: url });
  await markContributorChanged(db, id);
  const previous = parsePictureKey(before);
  if (previous && before !== url) await storage.remove(previous);
  await broadcastUserChanged(services, id);
  const account = await findAccountById(db, id, clock());
  if (!account) throw unauthenticated();
  return account.user;
}

/** The storage key of a picture URL; null for external URLs. */
export function parsePictureKey(url: string): string | null {
  return /^\/pictures\/[0-9a-f-]{36}\/[0-9a-f]{32}\.webp$/.test(url) ? url.slice(1) : null;
}

/** Files are stored before their rows: younger ones may still get a row. */
const orphanGraceMs = 3_600_000;

/** Removes pictures without a row, as left by crashes. */
export async function purgePictures({ db, storage, clock }: Services): Promise<void> {
  const oldest = clock().getTime() - orphanGraceMs;
  for await (const { key, changedAt } of storage.listWithAge("pictures")) {
    if (changedAt.getTime() >= oldest) continue;
    const userId = UserId.safeParse(key.split("/")[1]);
    if (!userId.success || (await findPicture(db, userId.data)) !== `/${key}`) await storage.remove(key);
  }
}

/**
 * Sends a profile picture.
 *
 * @throws {ProblemError} `not_found` when it has been replaced
 */
export async function getPicture(
  { storage, req, res }: GuestHttpContext,
  { params: { userId, file } }: InputOf<typeof accountsStreams.getPicture>,
): Promise<void> {
  const key = getPictureKey(userId, file.replace(".webp", ""));
  const bytes = await storage.size(key);
  if (bytes === null) throw notFound("picture");
  sendAsUpload(res);
  res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  await sendFile(req, res, {
    mediaType: "image/webp",
    bytes,
    etag: `"${file}"`,
    allowed: [[0, bytes]],
    sender: null,
    open: (range) => storage.read(key, range),
  });
}
