import { randomUUID } from "node:crypto";
import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import type { koreaderContract } from "#shared/koreader/contract.ts";
import { EventId } from "#shared/positions/position.ts";
import { getPosition, savePositions } from "#server/features/positions/service.ts";
import type { Context, GuestHttpContext } from "#server/http/api/context.ts";
import { findDocument, type KnownDocument } from "./find-document.ts";
import { findCurrentEventId, findProgress, type StoredProgress, upsertProgress } from "./queries.ts";
import { toLocator, toProgress } from "./text-position.ts";

const maxDocuments = 5_000;

/** Tells how to connect, because KOReader offers to register next to signing in; it shows the message of a 402. */
export function createKoreaderAccount({ res, settings }: GuestHttpContext) {
  res.status(402);
  const message = `Accounts are not created here. Create a token under Settings › Apps on ${settings.productName}, and sign in with your username and the token as the password.`;
  return { code: "registration_disabled" as const, message };
}

export const authorizeKoreader = () => ({ authorized: "OK" as const });

export const getKoreaderHealth = () => ({ state: "OK" as const });

/** Saves what KOReader reports. A report like the last one is none: the reader may have moved on elsewhere. */
export async function saveKoreaderProgress(
  context: Context,
  { body }: InputOf<typeof koreaderContract.saveKoreaderProgress>,
): Promise<ReplyOf<typeof koreaderContract.saveKoreaderProgress>> {
  const { db, user, clock } = context;
  const { document, progress, percentage, device, device_id: deviceId = "", identifiers = [] } = body;
  const previous = await findProgress(db, user.id, document);
  const report = { progress, percentage, device, deviceId };
  if (previous && isSame(previous, report)) return { document, timestamp: toSeconds(previous.at) };
  const found = await findDocument(db, user, [
    ...new Set([...identifiers.map(({ value }) => value), document]),
  ]);
  const eventId = found && (await savePosition(context, found, report));
  const at = clock();
  await upsertProgress(db, { ...report, userId: user.id, document, at, eventId }, maxDocuments);
  return { document, timestamp: toSeconds(at) };
}

type Report = Pick<StoredProgress, "progress" | "percentage" | "device" | "deviceId">;

const isSame = (a: Report, b: Report) =>
  a.progress === b.progress &&
  a.percentage === b.percentage &&
  a.device === b.device &&
  a.deviceId === b.deviceId;

/** @returns the id of the position; null when the file cannot be opened or the book was withdrawn */
async function savePosition(
  context: Context,
  document: KnownDocument,
  report: Report,
): Promise<EventId | null> {
  const id = EventId.parse(randomUUID());
  const locator = await toLocator(context, document, report);
  const event = {
    id,
    bookId: document.bookId,
    locator,
    at: context.clock().toISOString(),
    device: `KOReader/${toLine(report.device)}`,
    isDeliberate: true,
  };
  const { accepted } = await savePositions(context, { body: { events: [event] } });
  return accepted.includes(id) ? id : null;
}

const toLine = (device: string) =>
  device
    .replace(/[\p{C}/]+/gu, " ")
    .trim()
    .slice(0, 60);

/** The report of KOReader, or the position as KOReader writes it if the reader moved on since. */
export async function getKoreaderProgress(
  context: Context,
  { params: { document }, query: { ids = "" } }: InputOf<typeof koreaderContract.getKoreaderProgress>,
): Promise<ReplyOf<typeof koreaderContract.getKoreaderProgress>> {
  const { db, user } = context;
  const reported = await findProgress(db, user.id, document);
  const others = ids.split(",").map((pair) => pair.slice(pair.indexOf(":") + 1));
  const found = await findDocument(db, user, [...new Set([...others.filter(Boolean), document])]);
  const currentId = found && (await findCurrentEventId(db, user.id, found.bookId));
  const isCurrent = currentId === null || currentId === reported?.eventId;
  const moved = found && !isCurrent ? await readPosition(context, found) : null;
  if (moved) return { document, ...moved };
  return reported ? { document, ...toReply(reported) } : {};
}

async function readPosition(context: Context, document: KnownDocument) {
  const { current, text } = await getPosition(context, context.user.id, document.bookId);
  const progress = text && (await toProgress(context, document, text));
  if (!current || !progress) return null;
  const device = current.device.split("/").filter(Boolean).join(", ");
  return {
    ...progress,
    device: `${context.settings.productName}${device && ` (${device})`}`,
    device_id: "site",
    timestamp: toSeconds(current.at),
  };
}

const toReply = ({ progress, percentage, device, deviceId, at }: StoredProgress) => ({
  progress,
  percentage,
  device,
  device_id: deviceId,
  timestamp: toSeconds(at),
});

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
