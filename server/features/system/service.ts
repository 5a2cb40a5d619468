import path from "node:path";
import type { GuestContext } from "#server/http/api/context.ts";
import { describeApi, type OpenApi } from "#server/http/api/openapi.ts";
import { reason, unavailable } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { getDiskSpace, hasSpace } from "#server/storage/disk-space.ts";
import { getVersion } from "#server/version.ts";
import { describedFeatures, namedSchemas } from "./contracts.ts";
import { countJobsByState, countUploadSets, readMigrations } from "./queries.ts";
import { observeSite } from "./site-metrics.ts";

export type { JobCount } from "./queries.ts";
export { countJobsByState, countUploadSets, getVersion, observeSite };

/** @throws {ProblemError} `unavailable` with the failed check */
export async function getReadiness(context: GuestContext) {
  const migrations = await readMigrations(context).catch(() => null);
  if (!migrations) throw unavailable("database_unavailable");
  // A later version may have migrated the database during a rolling upgrade.
  if (migrations.applied < migrations.known) {
    throw unavailable(reason("migrations_pending", { applied: migrations.applied, known: migrations.known }));
  }
  if (!(await context.storage.check())) throw unavailable("storage_not_writable");
  return {
    status: "ready",
    database: "reachable",
    storage: (await hasSpaceForFiles(context)) ? "writable" : "full",
    migrations: migrations.applied,
  } as const;
}

/** Uploads are in the data folder, wherever the books are. */
async function hasSpaceForFiles({ settings: { dataDir } }: Pick<Services, "settings">): Promise<boolean> {
  const folders = [dataDir, path.join(dataDir, "media")];
  const spaces = await Promise.all(folders.map((folder) => getDiskSpace(folder).catch(() => null)));
  return spaces.every((space) => space === null || hasSpace(space));
}

let document: OpenApi | null = null;

export function describeOpenApi({ settings }: Pick<Services, "settings">): OpenApi {
  document ??= describeApi(settings.productName, getVersion(), describedFeatures, namedSchemas);
  return document;
}
