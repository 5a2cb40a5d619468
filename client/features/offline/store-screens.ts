import type { UserId } from "#shared/accounts/user.ts";
import { getUrl } from "#shared/api/http-client.ts";
import { userHeader } from "#shared/api/user-header.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { LibraryStatus } from "#shared/library/entry.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import { getScreenCacheName } from "#client/lib/offline/kept-caches.ts";

const { listLibrary, getLibraryCounts } = libraryContract;

/** As the library, the notebook, the vocabulary and the home screen ask for them. */
const urls: readonly string[] = [
  getUrl(getLibraryCounts, {}),
  getUrl(listLibrary, { query: { limit: 30 } }),
  ...LibraryStatus.options.map((status) => getUrl(listLibrary, { query: { limit: 30, status } })),
  getUrl(listLibrary, { query: { status: "currently-reading", limit: 6 } }),
  getUrl(notebookContract.getMarkSummary, {}),
  getUrl(notebookContract.listMarks, { query: {} }),
  // Importing its contract would make another chunk.
  "/api/user/vocabulary/summary",
  "/api/user/vocabulary",
];

/** Stores what the screens that open offline show; the service worker keeps it up to date. */
export async function storeScreens(userId: UserId): Promise<void> {
  const cache = await caches.open(getScreenCacheName(userId));
  for (const url of urls) {
    const reply = await fetch(url, { cache: "no-cache" });
    if (reply.ok && reply.headers.get(userHeader) === userId) await cache.put(url, reply);
  }
}
