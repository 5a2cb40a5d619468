import { hash } from "node:crypto";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { line } from "#shared/api/schemas.ts";
import type { BookAccess } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import { opdsMediaTypes } from "#shared/opds/contract.ts";
import type { Progression, progressionContract } from "#shared/opds/progression-contract.ts";
import type { CurrentPosition } from "#shared/positions/contract.ts";
import { getPositionFormat } from "#shared/positions/format.ts";
import { getAccess } from "#server/features/books/service.ts";
import { getPosition, savePositions } from "#server/features/positions/service.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { locateProgression } from "./locate-progression.ts";
import { writeReferences } from "./write-references.ts";

/**
 * The position of the user, in the format last used.
 *
 * @returns null after an empty reply: there is no position yet
 * @throws {ProblemError} `not_found` for hidden books
 */
export async function getProgression(
  context: HttpContext,
  { params: { bookId } }: InputOf<typeof progressionContract.getProgression>,
): Promise<Progression | null> {
  const { user, res } = context;
  const access = await getAccess(context, user, bookId);
  const progression = await readProgression(context, bookId, access);
  if (!progression)
    res.setHeader("Content-Type", opdsMediaTypes.progression).setHeader("Content-Length", 0).end();
  return progression;
}

/**
 * Saves a position by the rules for all devices: the latest one holds.
 *
 * @throws {ProblemError} `not_found` for hidden books
 */
export async function saveProgression(
  context: HttpContext,
  { params: { bookId }, body }: InputOf<typeof progressionContract.saveProgression>,
): Promise<Progression | null> {
  const { user } = context;
  const access = await getAccess(context, user, bookId);
  const locator = await locateProgression(context, bookId, access, body);
  const event = {
    id: createEventId(user, bookId, body),
    bookId,
    locator,
    at: body.modified.toISOString(),
    device: getDeviceName(body),
    isDeliberate: true,
  };
  await savePositions(context, { body: { events: [event] } });
  return readProgression(context, bookId, access);
}

async function readProgression(
  context: HttpContext,
  bookId: BookId,
  access: BookAccess,
): Promise<Progression | null> {
  const { user } = context;
  const position = await getPosition(context, user.id, bookId);
  if (!position.current) return null;
  const { at, device, locator } = position.current;
  return {
    modified: at,
    device: { id: `urn:uuid:${toUuid(`${user.id} ${device}`)}`, name: device },
    progression: locator.fraction,
    references: await writeReferences(context, bookId, access, withoutEstimates(position)),
  };
}

/** An estimate in the other format would look exact. */
function withoutEstimates({ current, text, audio, isApproximate }: CurrentPosition) {
  const format = current && getPositionFormat(current.locator);
  return {
    text: isApproximate && format === "audio" ? null : text,
    audio: isApproximate && format !== "audio" ? null : audio,
  };
}

/** The same for a repeated request, so that it is stored once. */
const createEventId = (user: User, bookId: BookId, { modified, progression, references = [] }: Progression) =>
  toUuid([user.id, bookId, modified.toISOString(), progression, ...references].join(" "));

/** A UUID of version 8 that is made from a text. */
function toUuid(text: string): string {
  const digits = hash("sha256", text).slice(0, 32);
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20),
  ];
  return parts.join("-");
}

const maxDeviceName = 80;

const getDeviceName = ({ device }: Progression): string =>
  line(maxDeviceName).safeParse(device.name.slice(0, maxDeviceName)).data ?? "App";
