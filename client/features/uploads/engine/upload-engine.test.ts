import { QueryClient } from "@tanstack/react-query";
import type { UploadOptions } from "tus-js-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import {
  type UploadFileId,
  type UploadSet,
  type UploadSetId,
  uploadsContract,
} from "#shared/uploads/contract.ts";
import { applyServerEvent } from "#client/features/live-events/server-events.ts";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import {
  cancelUpload,
  clearCompleted,
  closeUploads,
  loadUnfinishedUploads,
  openUploads,
  pauseUpload,
  resumeUpload,
  resumeWithFiles,
  startUpload,
} from "./upload-engine.ts";
import type { UploadItem } from "./upload-state.ts";
import { uploads } from "./upload-state.ts";

interface SentFile {
  readonly file: File;
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

const send = vi.hoisted(() => vi.fn<(sent: SentFile) => Promise<void>>());
vi.mock(import("tus-js-client"), async (original) => {
  class Upload {
    readonly #aborted = new AbortController();
    readonly #file: File;
    readonly #options: UploadOptions;

    constructor(file: File, options: UploadOptions) {
      this.#file = file;
      this.#options = options;
    }

    start(): void {
      const { onProgress, onSuccess, onError } = this.#options;
      const report = (sent: number) => onProgress?.(sent, sent);
      send({ file: this.#file, onProgress: report, signal: this.#aborted.signal }).then(
        () => onSuccess?.({ lastResponse: null as never }),
        (error: Error) => onError?.(error),
      );
    }

    abort(): void {
      this.#aborted.abort();
    }
  }
  return { ...(await original()), Upload: Upload as never };
});
// jsdom cannot digest files.
vi.mock(import("./file-digests.ts"), async (original) => ({
  ...(await original()),
  computeEdgeDigest: async () => "",
  computeFileDigest: async () => "a".repeat(64),
}));

const { createUpload, getUpload, finishUpload, cancelUpload: deleteUpload, listUploads } = uploadsContract;
const reader = "11111111-1111-4111-8111-111111111111" as UserId;
const neighbour = "22222222-2222-4222-8222-222222222222" as UserId;
const bookId = "33333333-3333-4333-8333-333333333333" as BookId;
const createId = (n: number) => `44444444-4444-4444-8444-${String(n).padStart(12, "0")}`;

const createSet = (changed: Partial<UploadSet> & { offset?: number; n?: number } = {}): UploadSet => {
  const { offset = 0, n = 1, ...rest } = changed;
  return {
    id: createId(n) as UploadSetId,
    title: `Book ${n}`,
    state: "open",
    reason: null,
    bookId: null,
    createdAt: new Date("2026-03-01T12:00:00Z"),
    files: [{ id: createId(100 + n) as UploadFileId, path: "book.epub", bytes: 10, offset }],
    ...rest,
  };
};

const file = new File(["0123456789"], "book.epub", { lastModified: 1 });
const chosen = [{ path: "book.epub", file }];
const done = createSet({ state: "done", bookId });
const failed = createSet({ state: "failed", reason: { code: "try_again" }, offset: 10 });

const getItem = (n = 1): UploadItem =>
  uploads.getState().items.find(({ id }) => id === createId(n)) ?? expect.fail(`no upload ${n}`);
const getStatus = (n = 1) => getItem(n).status;

/** A reload forgets the files. */
async function reload(user = reader): Promise<void> {
  closeUploads();
  await openUploads(user);
}

beforeEach(async () => {
  localStorage.clear();
  send.mockReset().mockImplementation(async ({ onProgress, file: sent }) => onProgress(sent.size));
  await openUploads(reader);
});
afterEach(() => {
  closeUploads();
  vi.unstubAllGlobals();
});

/** An upload that waits for the rest of its file. */
async function startPaused(n = 1): Promise<void> {
  send.mockImplementation(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  );
  const stubs = stubCalls(reply(createUpload, createSet({ n })));
  await startUpload(`Book ${n}`, chosen);
  pauseUpload(createId(n) as UploadSetId);
  expect(stubs.calls).toHaveLength(1);
}

describe("an upload", () => {
  test("is sent, finished and shown as a draft", async () => {
    stubCalls(reply(createUpload, createSet()), reply(finishUpload, done));

    await startUpload("Book 1", chosen);
    await expect.poll(() => getStatus()).toBe("success");

    expect(getItem()).toMatchObject({ bookId, isProcessing: false, progress: 100, uploadedSize: 10 });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("ends with the event of the server, also one that arrives before the reply", async () => {
    const processing = createSet({ state: "processing" });
    const stubs = stubCalls(
      reply(createUpload, createSet()),
      reply(finishUpload, processing),
      reply(getUpload, done),
    );
    const countGets = () => stubs.calls.filter(({ method }) => method === "GET").length;
    const isFinish = ({ url }: { readonly url: string }) => url.endsWith("/finish");
    const release = stubs.hold(isFinish);
    await startUpload("Book 1", chosen);
    await expect.poll(() => stubs.calls.some(isFinish)).toBe(true);
    void applyServerEvent(new QueryClient(), { topics: ["upload"], uploadId: createId(2) });
    void applyServerEvent(new QueryClient(), { topics: ["upload"], uploadId: createId(1) });
    expect(countGets()).toBe(0);

    release();
    await expect.poll(() => getStatus()).toBe("success");
    expect(countGets()).toBe(1);
  });

  test("whose finish is refused can be tried again and cancelled", async () => {
    const refusal = {
      code: "conflict",
      message: "",
      reason: { code: "upload_incomplete", file: "book.epub" },
    } as const;
    const stubs = stubCalls(reply(createUpload, createSet()), stubRejection(finishUpload, refusal));
    await startUpload("Book 1", chosen);
    await expect.poll(() => getStatus()).toBe("error");

    expect(getItem()).toMatchObject({ isProcessing: false, isFinal: false });
    expect(getItem().message).toContain("book.epub");

    await resumeUpload(createSet().id);
    await expect.poll(() => send.mock.calls.length).toBe(2);
    await expect.poll(() => getStatus()).toBe("error");
    stubs.add(reply(deleteUpload, { done: true }));
    await cancelUpload(createSet().id);
    expect(stubs.calls.at(-1)?.method).toBe("DELETE");
    expect(uploads.getState().items).toEqual([]);
  });

  test("that the server rejects cannot be tried again", async () => {
    const rejected = createSet({ state: "rejected", reason: { code: "file_damaged" } });
    stubCalls(reply(createUpload, createSet()), reply(finishUpload, rejected));

    await startUpload("Book 1", chosen);
    await expect.poll(() => getStatus()).toBe("error");

    expect(getItem()).toMatchObject({ isFinal: true, isProcessing: false });
  });

  test("continues when the network is back", async () => {
    send.mockImplementationOnce(() => Promise.reject(new TypeError("Failed to fetch")));
    stubCalls(reply(createUpload, createSet()), reply(finishUpload, done));
    await startUpload("Book 1", chosen);
    await expect.poll(() => getStatus()).toBe("paused");

    dispatchEvent(new Event("online"));

    await expect.poll(() => getStatus()).toBe("success");
  });
});

describe("after a reload, an upload", () => {
  test("that failed is tried again without its file when the server has all bytes", async () => {
    const stubs = stubCalls(
      reply(createUpload, createSet()),
      reply(finishUpload, failed),
      reply(getUpload, failed),
    );
    await startUpload("Book 1", chosen);
    await expect.poll(() => getStatus()).toBe("error");
    await reload();
    expect(getStatus()).toBe("error");

    stubs.add(reply(finishUpload, done));
    await resumeUpload(failed.id);

    await expect.poll(() => getStatus()).toBe("success");
    expect(stubs.calls.findLast(({ method }) => method === "POST")?.body).toEqual({ digests: {} });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("with all bytes on the server is finished without its file", async () => {
    send.mockImplementation(async ({ onProgress }) => onProgress(10));
    const stubs = stubCalls(reply(createUpload, createSet()), reply(getUpload, createSet({ offset: 10 })));
    const release = stubs.hold(({ url }) => url.endsWith("/finish"));
    await startUpload("Book 1", chosen);
    await expect.poll(() => getItem().isProcessing).toBe(true);
    stubs.add(reply(finishUpload, done));

    closeUploads();
    release();
    await openUploads(reader);

    await expect.poll(() => getStatus()).toBe("success");
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("offline is paused, and continues online", async () => {
    send.mockImplementation(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
    );
    stubCalls(reply(createUpload, createSet()));
    await startUpload("Book 1", chosen);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

    await reload();
    await expect.poll(() => getStatus()).toBe("paused");

    stubCalls(reply(getUpload, createSet({ offset: 10 })), reply(finishUpload, done));
    dispatchEvent(new Event("online"));
    await expect.poll(() => getStatus()).toBe("success");
  });

  test("asks for its file, and takes no other", async () => {
    await startPaused();
    stubCalls(reply(getUpload, createSet({ offset: 4 })), reply(finishUpload, done));
    await reload();
    await resumeUpload(createSet().id);
    await expect.poll(() => getItem().needs).toBe("files");

    const other = new File(["012345678X"], "book.epub", { lastModified: 2 });
    expect(await resumeWithFiles(createSet().id, [other])).toBe(false);
    expect(getStatus()).toBe("paused");

    send.mockImplementation(async ({ onProgress }) => onProgress(10));
    expect(await resumeWithFiles(createSet().id, [file])).toBe(true);
    await expect.poll(() => getStatus()).toBe("success");
  });

  test("that the server does not have any more is removed", async () => {
    await startPaused();
    stubCalls();

    await reload();

    await expect.poll(() => uploads.getState().items).toEqual([]);
    expect(localStorage.getItem("maktaba.uploads")).toBeNull();
  });
});

test("saved uploads of another account are not shown", async () => {
  await startPaused();
  stubCalls(reply(getUpload, createSet()));

  await reload(neighbour);
  expect(uploads.getState().items).toEqual([]);

  await reload(reader);
  expect(uploads.getState().items.map(({ id }) => id)).toEqual([createSet().id]);
});

test("another account's tab does not show its uploads here", async () => {
  const tab = new BroadcastChannel("maktaba-uploads");
  const item = { ...createSet({ n: 9 }), status: "uploading" };
  tab.postMessage({ type: "item", userId: neighbour, item, files: [] });
  tab.postMessage({ type: "item", userId: reader, item: { ...item, id: createId(8) }, files: [] });

  await expect.poll(() => uploads.getState().items.map(({ id }) => id)).toEqual([createId(8)]);
  tab.close();
});

test("clearing removes failed and completed uploads, failed ones from the server too", async () => {
  await startPaused(1);
  send.mockImplementation(async ({ onProgress }) => onProgress(10));
  for (const [n, state] of [
    [2, "failed"],
    [3, "done"],
  ] as const) {
    stubCalls(reply(createUpload, createSet({ n })), reply(finishUpload, createSet({ n, state })));
    await startUpload(`Book ${n}`, chosen);
    await expect.poll(() => getStatus(n)).toBe(state === "done" ? "success" : "error");
  }
  const stubs = stubCalls(reply(deleteUpload, { done: true }));

  await clearCompleted();

  expect(uploads.getState().items.map(({ id }) => id)).toEqual([createId(1)]);
  expect(stubs.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `DELETE /api/upload-sets/${createId(2)}`,
  ]);
});

test("unfinished uploads of other devices are shown, and continue with a file of the same name", async () => {
  await startPaused(1);
  const other = createSet({ n: 2, offset: 4 });
  stubCalls(
    reply(listUploads, {
      uploads: [createSet({ n: 1 }), other, createSet({ n: 3, state: "failed", offset: 10 })],
    }),
    reply(finishUpload, createSet({ n: 2, state: "done", bookId })),
  );

  await loadUnfinishedUploads(reader);

  expect(uploads.getState().items.map(({ id, status, needs }) => [id, status, needs])).toEqual([
    [createId(1), "paused", null],
    [createId(2), "paused", "files"],
    [createId(3), "error", null],
  ]);
  send.mockImplementation(async ({ onProgress }) => onProgress(10));
  expect(await resumeWithFiles(other.id, [new File(["0123456789"], "other.epub")])).toBe(false);
  expect(await resumeWithFiles(other.id, [file])).toBe(true);
  await expect.poll(() => getStatus(2)).toBe("success");
});
