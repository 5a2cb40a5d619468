import { Readable } from "node:stream";
import type { User } from "#shared/accounts/user.ts";
import type { ConversationId, PictureId } from "#shared/messages/contract.ts";
import { getAccountAge, requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { forbidden, notFound } from "#server/http/api/problem.ts";
import { sendFile } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import type { HttpExchange } from "#server/http/session/passport-session.ts";
import { reencodePicture } from "#server/images/reencode-picture.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";
import { listMembers } from "./conversation-queries.ts";
import { requireConversation } from "./conversations.ts";
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
export async function uploadPicture(services: Services, user: User, id: ConversationId, file: Blob) {
  const { db, clock, storage } = services;
  const { state } = await requireConversation(services, user, id);
  requireVerifiedEmail(user);
  if ((await getAccountAge(services, user.id)) < newAccountMs) throw forbidden("pictures_not_yet");
  const others = (await listMembers(db, id)).filter(({ userId }) => userId !== user.id);
  if (state !== "active" || !others.some((each) => each.state === "active")) {
    throw forbidden("requests_text_only");
  }
  const { data, width, height } = await reencodePicture(file, pictureSize);
  const storageKey = createKey("message-picture", "webp");
  await storage.put(storageKey, Readable.from([data]));
  return insertPicture(db, {
    conversationId: id,
    uploaderId: user.id,
    storageKey,
    width,
    height,
    createdAt: clock(),
  });
}

/** @throws {ProblemError} `not_found` for users who cannot read its message */
export async function sendMessagePicture(
  services: Services,
  user: User,
  id: PictureId,
  { req, res }: HttpExchange,
): Promise<void> {
  const { db, storage } = services;
  const picture = await findPicture(db, id);
  if (!picture) throw notFound("picture");
  const { storageKey, messageId, uploaderId } = picture;
  if (messageId) await requireReadableMessage(services, user, messageId);
  else if (uploaderId !== user.id) throw notFound("picture");
  const bytes = await storage.size(storageKey);
  if (bytes === null) throw notFound("picture");
  sendAsUpload(res);
  res.setHeader("Cache-Control", "private, max-age=3600");
  await sendFile(req, res, {
    mediaType: "image/webp",
    bytes,
    etag: `"${id}"`,
    allowed: [[0, bytes]],
    accelKey: null,
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
