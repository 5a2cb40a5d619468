import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import type { koboContract } from "#shared/kobo/contract.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { createEntitlement, createMetadata, getBookVersion } from "./entitlement.ts";
import { canDownload, getTokenId } from "./library-book.ts";
import {
  type DeviceBook,
  deleteDeviceBooks,
  type LibraryBook,
  listDeviceBooks,
  listLibraryBooks,
  saveDeviceBooks,
} from "./queries.ts";
import { createReadingState } from "./reading-state.ts";
import { getKoboUrl } from "./resources.ts";

/** Changes in one reply; the device asks for the rest at once. */
const maxChanges = 100;

/** The items that a change sends, and the state of the device after it. */
interface Change {
  readonly row: DeviceBook;
  readonly send: () => Promise<object> | object;
}

/**
 * Sends what changed since the device's last sync. Its sync token confirms a reply; what it does not confirm
 * is sent again.
 */
export async function syncKoboLibrary(
  context: HttpContext,
  { params: { token } }: InputOf<typeof koboContract.syncKoboLibrary>,
): Promise<ReplyOf<typeof koboContract.syncKoboLibrary>> {
  const { db, req, res, user } = context;
  const tokenId = getTokenId(context);
  const confirmed = readSyncToken(req.get("x-kobo-synctoken"));
  await deleteDeviceBooks(db, tokenId, confirmed === null ? {} : { removedUpTo: confirmed });
  const rows = await listDeviceBooks(db, tokenId);
  const batch = Math.max(confirmed ?? 0, ...rows.map((row) => row.batch)) + 1;
  const library = (await listLibraryBooks(db, user)).filter((book) => canDownload(book, context));
  const known = new Map(rows.map((row) => [row.bookId, row]));
  const device = { context, url: getKoboUrl(context, token), tokenId, batch, confirmed: confirmed ?? 0 };
  const changes = [
    ...library.flatMap((book) => findChange(device, book, known.get(book.id)) ?? []),
    ...listRemovals(device, rows, new Set(library.map(({ id }) => id))),
  ];
  const sent = changes.slice(0, maxChanges);
  const reply: object[] = [];
  for (const { send } of sent) reply.push(await send());
  await saveDeviceBooks(
    db,
    sent.map(({ row }) => row),
  );
  res.setHeader("x-kobo-synctoken", writeSyncToken(sent.length > 0 ? batch : (confirmed ?? 0)));
  if (changes.length > sent.length) res.setHeader("x-kobo-sync", "continue");
  return reply as ReplyOf<typeof koboContract.syncKoboLibrary>;
}

interface Device {
  readonly context: HttpContext;
  readonly url: string;
  readonly tokenId: string;
  readonly batch: number;
  readonly confirmed: number;
}

function findChange(device: Device, book: LibraryBook, row: DeviceBook | undefined): Change | null {
  const { context, url, tokenId, batch } = device;
  if (row?.isArchived) return null;
  const version = getBookVersion(book);
  const isNew = !row || row.isRemoved || row.batch > device.confirmed;
  const hasMoved =
    book.positionAt !== null &&
    book.eventId !== row?.eventId &&
    book.positionAt.getTime() !== row?.positionAt?.getTime();
  if (!isNew && row.version === version && !hasMoved) return null;
  const next = {
    ...{ location: null, eventId: null, isArchived: false, ...row },
    ...{ tokenId, bookId: book.id, version, batch, isRemoved: false, positionAt: book.positionAt },
  };
  const getState = () => createReadingState(context, book, row ?? null);
  if (!isNew && row.version === version) {
    return { row: next, send: async () => ({ ChangedReadingState: { ReadingState: await getState() } }) };
  }
  return {
    row: next,
    async send() {
      const entitlement = {
        BookEntitlement: createEntitlement(book.id, book.addedAt, context.clock(), false),
        BookMetadata: createMetadata(book, url),
        ReadingState: await getState(),
      };
      return isNew ? { NewEntitlement: entitlement } : { ChangedEntitlement: entitlement };
    },
  };
}

/** Books that left the library, or may not be downloaded any more. */
function listRemovals(
  { context, batch, confirmed }: Device,
  rows: readonly DeviceBook[],
  kept: ReadonlySet<string>,
): Change[] {
  const gone = rows.filter(
    (row) => !kept.has(row.bookId) && !row.isArchived && (!row.isRemoved || row.batch > confirmed),
  );
  return gone.map((row) => ({
    row: { ...row, batch, isRemoved: true },
    send: () => {
      const now = context.clock();
      return { ChangedEntitlement: { BookEntitlement: createEntitlement(row.bookId, now, now, true) } };
    },
  }));
}

/** The number of the last reply that the device got; null for none, or a token of the Kobo store. */
function readSyncToken(header: string | undefined): number | null {
  try {
    const { batch } = JSON.parse(Buffer.from(header ?? "", "base64").toString()) as { batch?: unknown };
    return typeof batch === "number" && Number.isSafeInteger(batch) && batch >= 0 && batch < 1e9
      ? batch
      : null;
  } catch {
    return null;
  }
}

const writeSyncToken = (batch: number) =>
  Buffer.from(JSON.stringify({ version: 1, batch })).toString("base64");
