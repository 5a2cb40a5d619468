import { getLanguage } from "#shared/api/language.ts";
import { isKeptCache } from "#client/lib/offline/kept-caches.ts";
import { type Build, shellUrl } from "./build.ts";
import { classifyRequest } from "./classify-request.ts";
import { classifyKeptRequest } from "./kept/classify-kept-request.ts";
import { readAccount, serveKept } from "./kept/serve-kept.ts";
import { listenForPush } from "./push.ts";
import { receiveSharedFile } from "./receive-shared-file.ts";
import type { FetchEvent, MessageEvent, WorkerScope } from "./scope.ts";

declare const self: WorkerScope;
/** Injected by the build. */
declare const BUILD: Build;

const networkTimeoutMs = 3_000;

/** One cache per build, so that a page never gets assets of another build. */
const shellCache = `shell-${BUILD.version}`;
/** Shared by all builds, because asset names contain a content hash. */
const assetCache = "assets";

const knownAssets = new Set(BUILD.all);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
listenForPush(self);
self.addEventListener("fetch", (event) => {
  const kind = classifyRequest(event.request, self.location.origin);
  if (kind === "page") event.respondWith(servePage(event));
  if (kind === "asset") event.respondWith(serveAsset(event));
  if (kind === "shared-file") event.respondWith(receiveSharedFile(event.request));
  const kept = kind || !mayHaveKeptBooks ? null : classifyKeptRequest(event.request, self.location.origin);
  if (kept) event.respondWith(serveKept(event, kept));
});

/** False when no account of this device has kept books: then no request is delayed. */
let mayHaveKeptBooks = true;
void updateAccount();
self.addEventListener("message", (event) => event.waitUntil(onKeptBooksChanged(event)));

async function onKeptBooksChanged({ ports }: MessageEvent): Promise<void> {
  await updateAccount();
  const failure = mayHaveKeptBooks ? await storeAllAssets().catch(getErrorName) : null;
  for (const port of ports) port.postMessage(failure ?? null);
}

const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : "NetworkError");

async function updateAccount(): Promise<void> {
  mayHaveKeptBooks = (await readAccount()) !== null;
}

/**
 * Screens that were never opened also open offline.
 *
 * @throws {unknown} the first failure, after all others are stored
 */
async function storeAllAssets(): Promise<void> {
  const assets = await caches.open(assetCache);
  const paths = [...BUILD.all];
  const failures: unknown[] = [];
  const storeNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      await store(assets, path).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: 4 }, storeNext));
  if (failures.length > 0) throw failures[0];
}

/** Caches the shell and its initial assets, all or nothing. */
async function install(): Promise<void> {
  const page = await fetch(shellUrl, { cache: "no-cache" });
  const html = await page.clone().text();
  // During a deployment the server may return the page of another build; the browser retries later.
  if (!page.ok || !html.includes(BUILD.entry)) throw new Error("The shell is not of this build.");
  const language = getLanguage(/<html lang="(\w+)"/.exec(html)?.[1]) ?? "en";

  const assets = await caches.open(assetCache);
  await Promise.all([...BUILD.first, ...BUILD.messages[language]].map((path) => store(assets, path)));
  const shells = await caches.open(shellCache);
  if ((await readAccount()) !== null) await storeAllAssets();
  await shells.put(shellUrl, page);
  await self.skipWaiting();
}

async function store(assets: Cache, path: string): Promise<void> {
  if (!(await assets.match(path, { ignoreVary: true }))) await assets.add(path);
}

/**
 * Takes over and removes unused assets. Pages of the previous build get them from the server; offline, where
 * books are kept, they stay until no page is open.
 */
async function activate(): Promise<void> {
  // Firefox shows its own error page for a failed preload, whatever the worker answers.
  const canPreload = !navigator.userAgent.includes("Firefox");
  await self.registration.navigationPreload?.[canPreload ? "enable" : "disable"]();
  for (const name of await caches.keys()) {
    if (name !== shellCache && name !== assetCache && !isKeptCache(name)) await caches.delete(name);
  }
  if ((await readAccount()) === null || !(await hasOpenPages())) await removeUnusedAssets();
  await self.clients.claim();
}

async function hasOpenPages(): Promise<boolean> {
  return (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 0;
}

async function removeUnusedAssets(): Promise<void> {
  const assets = await caches.open(assetCache);
  for (const request of await assets.keys()) {
    if (!knownAssets.has(new URL(request.url).pathname)) await assets.delete(request);
  }
}

async function servePage(event: FetchEvent): Promise<Response> {
  const fetched = fetchPage(event);
  event.waitUntil(fetched.catch(() => undefined));
  const response = await caches
    .match(shellUrl, { cacheName: shellCache, ignoreVary: true })
    .catch(() => undefined);
  if (!response) return fetched;
  try {
    const reply = await Promise.race([fetched, waitForTimeout()]);
    return reply && reply.status < 500 ? reply : response;
  } catch {
    return response;
  }
}

async function fetchPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

const waitForTimeout = () => new Promise<null>((resolve) => setTimeout(resolve, networkTimeoutMs, null));

async function serveAsset(event: FetchEvent): Promise<Response> {
  const path = new URL(event.request.url).pathname;
  const assets = await caches.open(assetCache).catch(() => null);
  const response = await assets?.match(path, { ignoreVary: true });
  if (response) return response;
  const reply = await fetch(event.request);
  if (assets && reply.status === 200 && knownAssets.has(path)) {
    event.waitUntil(assets.put(path, reply.clone()).catch(() => undefined));
  }
  return reply;
}
