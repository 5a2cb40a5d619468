import { isStaff, type UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import {
  maxOpenUploads,
  type NewUploadSet,
  type UploadFile,
  type UploadSet,
  type uploadsContract,
} from "#shared/uploads/contract.ts";
import { isAudio, isEpub } from "#shared/uploads/group-files.ts";
import { findUnstorablePath } from "#shared/uploads/storable-paths.ts";
import { getRevisedOwner } from "#server/features/publishing/service.ts";
import { getSiteSettings } from "#server/features/site/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, invalid, notFound, ProblemError, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { hasSpace } from "#server/storage/disk-space.ts";
import {
  countUnfinishedUploads,
  deleteUpload,
  findUpload,
  getExpiry,
  insertUpload,
  listActiveUploads,
  listUploadFiles,
  lockUploader,
  sumBookBytes,
  sumDeclaredBytes,
  type UploadFileRow,
  type UploadSetRow,
} from "./queries.ts";
import { createUploadFiles } from "./tus-server.ts";
import { deleteUploadFiles, getReceivedBytes, getUploadsDiskSpace } from "./upload-folder.ts";

type Limits = Services["settings"]["uploadLimits"];

const kinds: readonly { readonly pattern: RegExp; readonly max: (limits: Limits) => number }[] = [
  { pattern: /\.epub$/i, max: ({ epub }) => epub },
  { pattern: /\.(mp3|m4a|m4b|mp4|ogg|oga|opus|flac|aac|zip)$/i, max: ({ audio }) => audio },
  { pattern: /\.(jpe?g|png|webp)$/i, max: ({ image }) => image },
  { pattern: /\.(cue|m3u8?)$/i, max: () => 1_000_000 },
];

/** The maximum bytes of a file; null for a type that books do not consist of. */
const getMaxFileBytes = (name: string, limits: Limits): number | null =>
  kinds.find(({ pattern }) => pattern.test(name))?.max(limits) ?? null;

/** The import copies the files before it deletes the upload. */
const copiesPerFile = 2;

/**
 * Starts an upload.
 *
 * @throws {ProblemError} `too_large`, `unsupported_type`, `insufficient_storage`, `conflict` for too many
 */
export async function createUpload(
  context: Context,
  { body: input }: InputOf<typeof uploadsContract.createUpload>,
): Promise<UploadSet> {
  const { db, clock, user } = context;
  const { title, isTitleChosen = false, files, revisionOf = null } = input;
  const isForSite = revisionOf
    ? (await getRevisedOwner(context, user, revisionOf)) === null
    : input.isForSite === true;
  if (isForSite && !isStaff(user)) throw forbidden();
  rejectInvalidFiles(context, files);
  const now = clock();
  const added = await db.transaction(async (tx) => {
    await lockUploader(tx, user.id);
    const open = await countUnfinishedUploads(tx, user.id);
    if (open >= maxOpenUploads) throw conflict(reason("too_many_uploads", { max: maxOpenUploads }));
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (!isForSite) await rejectOverQuota({ ...context, db: tx }, user.id, bytes);
    await rejectWithoutSpace({ ...context, db: tx }, bytes);
    const times = { createdAt: now, expiresAt: getExpiry(now) };
    const set = { ownerId: user.id, isForSite, revisionOf, title, isTitleChosen, ...times };
    const created = await insertUpload(tx, set, files);
    await createUploadFiles(context, created.files);
    return created;
  });
  return toView(context, added.set, added.files);
}

function rejectInvalidFiles({ settings }: Services, files: NewUploadSet["files"]): void {
  const unstorable = findUnstorablePath(files.map(({ path }) => path));
  if (unstorable) {
    const index = files.findIndex(({ path }) => path === unstorable.path);
    throw invalid({ [`files.${index}.path`]: reason(unstorable.problem, { file: unstorable.path }) });
  }
  if (new Set(files.map(({ path }) => path)).size < files.length) throw conflict("upload_same_path");
  for (const { path, bytes } of files) {
    const max = getMaxFileBytes(path, settings.uploadLimits);
    if (max === null) {
      throw new ProblemError("unsupported_type", reason("upload_type_unsupported", { file: path }));
    }
    if (bytes > max)
      throw new ProblemError("too_large", reason("file_too_large", { mb: Math.floor(max / 1e6) }));
  }
  if (!files.some(({ path }) => isEpub(path) || isAudio(path))) {
    throw new ProblemError("unsupported_type", "upload_without_book");
  }
}

async function rejectOverQuota({ db, settings }: Services, userId: UserId, bytes: number): Promise<void> {
  const { quotaGb } = await getSiteSettings({ db, settings });
  const quota = quotaGb * 1e9;
  const usedBytes = (await sumBookBytes(db, userId)) + (await sumDeclaredBytes(db, userId));
  if (usedBytes + bytes > quota) {
    throw new ProblemError("too_large", reason("upload_quota", { gb: Math.round(quota / 1e8) / 10 }));
  }
}

async function rejectWithoutSpace(services: Services, bytes: number): Promise<void> {
  const reserved = (await sumDeclaredBytes(services.db)) * copiesPerFile;
  if (!hasSpace(await getUploadsDiskSpace(services), reserved + bytes * copiesPerFile)) {
    throw new ProblemError("insufficient_storage", "disk_full");
  }
}

export async function listUploads(context: Context): Promise<{ uploads: UploadSet[] }> {
  const sets = await listActiveUploads(context.db, context.user.id);
  const files = await listUploadFiles(
    context.db,
    sets.map(({ id }) => id),
  );
  const uploads = sets.map((set) =>
    toView(
      context,
      set,
      files.filter(({ setId }) => setId === set.id),
    ),
  );
  return { uploads: await Promise.all(uploads) };
}

/** @throws {ProblemError} `not_found` */
export async function getUpload(
  context: Context,
  { params: { setId } }: InputOf<typeof uploadsContract.getUpload>,
): Promise<UploadSet> {
  const set = await findUpload(context.db, context.user.id, setId);
  if (!set) throw notFound("upload");
  return toView(context, set, await listUploadFiles(context.db, [setId]));
}

/** @throws {ProblemError} `not_found`; `conflict` for an upload that is a book or becomes one */
export async function cancelUpload(
  context: Context,
  { params: { setId } }: InputOf<typeof uploadsContract.cancelUpload>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const set = await findUpload(tx, context.user.id, setId, true);
    if (!set) throw notFound("upload");
    if (set.state === "processing" || set.state === "done") throw conflict("upload_finished");
    await deleteUpload(tx, setId);
  });
  await deleteUploadFiles(context, setId);
}

async function toView(
  services: Services,
  { id, title, state, reason, bookId, createdAt }: UploadSetRow,
  files: readonly UploadFileRow[],
): Promise<UploadSet> {
  const views = files.map(
    async ({ id: fileId, setId, path, bytes }): Promise<UploadFile> => ({
      id: fileId,
      path,
      bytes,
      offset:
        state === "processing" || state === "done"
          ? bytes
          : await getReceivedBytes(services, { id: fileId, setId }),
    }),
  );
  return { id, title, state, reason, bookId, createdAt, files: await Promise.all(views) };
}
