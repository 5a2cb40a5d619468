import { getLanguage } from "#shared/api/language.ts";
import { type Build, shellUrl } from "./build.ts";
import { classifyRequest } from "./classify-request.ts";
import { listenForPush } from "./push.ts";
import type { FetchEvent, WorkerScope } from "./scope.ts";

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
});

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
  await shells.put(shellUrl, page);
  await self.skipWaiting();
}

async function store(assets: Cache, path: string): Promise<void> {
  if (!(await assets.match(path, { ignoreVary: true }))) await assets.add(path);
}

/** Takes over and removes unused assets; pages of the previous build get them from the server. */
async function activate(): Promise<void> {
  // Firefox shows its own error page for a failed preload, whatever the worker answers.
  const canPreload = !navigator.userAgent.includes("Firefox");
  await self.registration.navigationPreload?.[canPreload ? "enable" : "disable"]();
  for (const name of await caches.keys()) {
    if (name !== shellCache && name !== assetCache) await caches.delete(name);
  }
  const assets = await caches.open(assetCache);
  for (const request of await assets.keys()) {
    if (!knownAssets.has(new URL(request.url).pathname)) await assets.delete(request);
  }
  await self.clients.claim();
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
