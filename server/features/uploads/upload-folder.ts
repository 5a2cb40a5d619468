import { link, mkdir, readdir, rm, stat, truncate } from "node:fs/promises";
import path from "node:path";
import type { UploadFileId, UploadSetId } from "#shared/uploads/contract.ts";
import type { Services } from "#server/services.ts";
import { type DiskSpace, getDiskSpace } from "#server/storage/disk-space.ts";

type Deps = Pick<Services, "settings">;

export const getUploadsFolder = ({ settings }: Deps) => path.join(settings.dataDir, "uploads");

const getFolder = (services: Deps, setId: UploadSetId) => path.join(getUploadsFolder(services), setId);

/** The name of a file for the tus store. */
export const getStoredName = (setId: UploadSetId, fileId: UploadFileId) => `${setId}/${fileId}`;

/** Bytes that arrived; 0 for a missing file. */
export async function getReceivedBytes(
  services: Deps,
  file: { readonly setId: UploadSetId; readonly id: UploadFileId },
): Promise<number> {
  return stat(path.join(getUploadsFolder(services), getStoredName(file.setId, file.id))).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Links the files under the names that they have on the sender's device. */
export async function linkByName(
  services: Deps,
  setId: UploadSetId,
  files: readonly { readonly id: UploadFileId; readonly path: string }[],
): Promise<string> {
  const folder = path.join(getFolder(services, setId), "named");
  await rm(folder, { recursive: true, force: true });
  for (const file of files) {
    const target = path.resolve(folder, file.path);
    if (!target.startsWith(folder + path.sep)) throw new Error(`Not inside the upload: ${file.path}`);
    await mkdir(path.dirname(target), { recursive: true });
    await link(path.join(getFolder(services, setId), file.id), target);
  }
  return folder;
}

export async function deleteUploadFiles(services: Deps, setId: UploadSetId): Promise<void> {
  await rm(getFolder(services, setId), { recursive: true, force: true });
}

/** Upload folders that were not changed for an hour. */
export async function listOldFolders(services: Deps, now: Date): Promise<UploadSetId[]> {
  const names = await readdir(getUploadsFolder(services)).catch(() => []);
  const old: UploadSetId[] = [];
  for (const name of names) {
    const found = await stat(path.join(getUploadsFolder(services), name)).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - 3_600_000) old.push(name as UploadSetId);
  }
  return old;
}

/** Deletes the bytes of a file, so that it can be sent again. */
export async function emptyFile(
  services: Deps,
  file: { readonly setId: UploadSetId; readonly id: UploadFileId },
): Promise<void> {
  await truncate(path.join(getFolder(services, file.setId), file.id));
}

export async function getUploadsDiskSpace(services: Deps): Promise<DiskSpace> {
  await mkdir(getUploadsFolder(services), { recursive: true });
  return getDiskSpace(getUploadsFolder(services));
}
