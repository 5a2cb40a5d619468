import { Readable } from "node:stream";
import type { InputOf } from "#shared/api/contract.ts";
import type { messagesContract, messagesStreams } from "#shared/messages/contract.ts";
import { getAccountAge, requireVerifiedEmail } from "#server/features/accounts/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { forbidden, notFound } from "#server/http/api/problem.ts";
import { sendFile } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { reencodePicture } from "#server/images/reencode-picture.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";
import { requireConversation } from "./conversations.ts";
import { listMembers } from "./member-queries.ts";
import { deleteUnsentPictures, findPicture, insertPicture, listStoredKeys } from "./message-queries.ts";
import { requireReadableMessage } from "./service.ts";

/** The longer side in pixels. */
const maxSide = 1600;
const pictureSize = { width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true } as const;
const newAccountMs = 24 * 3_600_000;
/** Also how long a stored file may be without a row. */
const maxUnsentAgeMs = 3_600_000;

/**
 * Stores a picture for a message. Requests have none, and new accounts send none.
 *
 * @throws {ProblemError} `not_found`; `forbidden`; `unprocessable_file`
 */
export async function uploadPicture(
  context: Context,
  { params: { conversationId }, file }: InputOf<typeof messagesContract.uploadPicture>,
) {
  const { db, clock, storage, user } = context;
  const { state } = await requireConversation(context, conversationId);
  requireVerifiedEmail(user);
  if ((await getAccountAge(context, user.id)) < newAccountMs) throw forbidden("pictures_not_yet");
  const others = (await listMembers(db, conversationId)).filter(({ userId }) => userId !== user.id);
  if (state !== "active" || !others.some((each) => each.state === "active")) {
    throw forbidden("requests_text_only");
  }
  const { data, width, height } = await reencodePicture(file, pictureSize);
  const storageKey = createKey("message-picture", "webp");
  await storage.put(storageKey, Readable.from([data]));
  return insertPicture(db, {
    conversationId,
    uploaderId: user.id,
    storageKey,
    width,
    height,
    createdAt: clock(),
  });
}

/** @throws {ProblemError} `not_found` for users who cannot read its message */
export async function getMessagePicture(
  context: HttpContext,
  { params: { pictureId } }: InputOf<typeof messagesStreams.getMessagePicture>,
): Promise<void> {
  const { req, res } = context;
  const { db, storage, user } = context;
  const picture = await findPicture(db, pictureId);
  if (!picture) throw notFound("picture");
  const { storageKey, messageId, uploaderId } = picture;
  if (messageId) await requireReadableMessage(context, messageId);
  else if (uploaderId !== user.id) throw notFound("picture");
  const bytes = await storage.size(storageKey);
  if (bytes === null) throw notFound("picture");
  sendAsUpload(res);
  res.setHeader("Cache-Control", "private, max-age=3600");
  await sendFile(req, res, {
    mediaType: "image/webp",
    bytes,
    etag: `"${pictureId}"`,
    allowed: [[0, bytes]],
    sender: null,
    open: (range) => storage.read(storageKey, range),
  });
}

/** Deletes pictures that were not sent, and files without a row. */
export async function purgePictures({ db, storage, clock }: Services): Promise<void> {
  const before = new Date(clock().getTime() - maxUnsentAgeMs);
  await deleteUnsentPictures(db, before);
  const old: string[] = [];
  for await (const { key, changedAt } of storage.listWithAge("message-picture")) {
    if (changedAt < before) old.push(key);
  }
  for (let start = 0; start < old.length; start += 1_000) {
    const batch = old.slice(start, start + 1_000);
    const stored = await listStoredKeys(db, batch);
    for (const key of batch) if (!stored.has(key)) await storage.remove(key);
  }
}
