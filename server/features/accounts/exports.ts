import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import * as z from "zod/mini";
import type { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import type { DataExport } from "#shared/accounts/data-export-contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { readArchivedPositions, waitForArchive } from "#server/features/position-archive/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { notFound, ProblemError } from "#server/http/api/problem.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";
import { audit } from "./audit.ts";
import { exportedTables, type ReadPages } from "./data-export/exported-tables-queries.ts";
import { findExport, findExportSince, insertExport, listExportRows, updateExport } from "./export-queries.ts";
import { requirePassword } from "./passwords/password-service.ts";
import { parsePictureKey } from "./picture.ts";
import { findPicture } from "./queries.ts";

const dayMs = 24 * 3_600_000;
const storedDays = 7;

/**
 * Requests an export of the user's own data; a job creates it.
 *
 * @throws {ProblemError} `invalid_input` for a wrong password, `too_many_requests` within a day of the last
 * one
 */
export async function requestExport(
  context: Context,
  { body: { password } }: InputOf<typeof accountsContract.requestExport>,
): Promise<DataExport> {
  const { db, clock, jobs, user } = context;
  await requirePassword(context, password);
  const now = clock();
  return db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    if (await findExportSince(tx, user.id, new Date(now.getTime() - dayMs)))
      throw new ProblemError("too_many_requests", "export_once_a_day");
    const added = await insertExport(tx, user.id, now);
    await jobs.add(createExportFile, { id: added.id }, { db: tx });
    await audit(context, "export.requested", user.id, user.id, {}, tx);
    return added;
  });
}

export function listExports({ db, user }: Context): Promise<DataExport[]> {
  return listExportRows(db, user.id);
}

/**
 * Sends an export to its owner.
 *
 * @throws {ProblemError} `not_found` for others, and when it is not ready or has expired
 */
export async function getExport(
  context: HttpContext,
  { params: { exportId } }: InputOf<typeof accountsStreams.getExport>,
): Promise<void> {
  const { res } = context;
  const { db, storage, clock, user } = context;
  const found = await findExport(db, exportId);
  const isAvailable = found?.userId === user.id && found.expiresAt !== null && found.expiresAt > clock();
  const bytes = isAvailable && found.storageKey ? await storage.size(found.storageKey) : null;
  if (!found?.storageKey || bytes === null) throw notFound("export");
  sendAsUpload(res, `${context.settings.productName} ${found.requestedAt.toISOString().slice(0, 10)}.zip`);
  res.setHeader("Content-Type", "application/zip");
  res.setHeader("Content-Length", bytes);
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  await pipeline(await storage.read(found.storageKey), res).catch(() => res.destroy());
}

/**
 * Creates the file of an export. A repeated run writes another file, and the first one is removed as an
 * orphan.
 */
export const createExportFile = defineJob({
  name: "accounts.create-export",
  queue: "soon",
  payload: z.object({ id: z.uuid() }),
  async run({ db, storage, clock, live }, { id }) {
    const requested = await findExport(db, id);
    if (requested?.status !== "waiting") return;
    await waitForArchive(db);
    const key = createKey("export", "zip");
    await storage.put(
      key,
      createZip({ db, storage }, requested.userId, await findPicture(db, requested.userId)),
    );
    const expiresAt = new Date(clock().getTime() + storedDays * dayMs);
    await updateExport(db, id, { status: "ready", storageKey: key, expiresAt });
    await live.publish(requested.userId, { topics: ["export"] });
  },
});

function createZip({ db, storage }: Pick<Services, "db" | "storage">, userId: UserId, url: string): Readable {
  const zip = new ZipFile();
  const image = parsePictureKey(url);
  if (image) {
    zip.addReadStreamLazy("picture.webp", (done) => {
      storage.read(image).then(
        (file) => done(null, file),
        (error: Error) => zip.emit("error", error),
      );
    });
  }
  for (const [name, readPages] of Object.entries(exportedTables)) {
    zip.addReadStreamLazy(`${name}.json`, (done) => {
      const pages = name === "positions" ? readPositions({ db, storage }, userId) : readPages(db, userId);
      const json = Readable.from(streamJson(pages));
      done(
        null,
        json.on("error", (error) => zip.emit("error", error)),
      );
    });
  }
  zip.end();
  const out = zip.outputStream as Readable;
  zip.on("error", (error: Error) => out.destroy(error));
  return out;
}

async function* readPositions(
  services: Pick<Services, "db" | "storage">,
  userId: UserId,
): ReturnType<ReadPages> {
  yield* exportedTables.positions(services.db, userId);
  yield* readArchivedPositions(services, userId);
}

async function* streamJson(pages: ReturnType<ReadPages>): AsyncGenerator<string> {
  let prefix = "[\n";
  for await (const page of pages) {
    for (const row of page) {
      yield prefix + JSON.stringify(row);
      prefix = ",\n";
    }
  }
  yield prefix === "[\n" ? "[]\n" : "\n]\n";
}
