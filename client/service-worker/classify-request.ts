import { openPath } from "#shared/routes/shared-file.ts";

const serverPaths =
  /^\/(api|covers|kobo|koreader|media|opds|pictures|podcasts|healthz|readyz)(\/|$)|^\/optimized-reader\/?$|^\/[^/]+\.\w+$/;

/**
 * How the worker handles a request: a page (from the cache if offline), an asset (cached), or null to leave
 * it to the browser. A shared file is a form that another app sent.
 */
export function classifyRequest(
  { method, mode, headers, url }: Pick<Request, "method" | "mode" | "headers" | "url">,
  ownOrigin: string,
): "page" | "asset" | "shared-file" | null {
  const { origin, pathname } = new URL(url);
  if (method === "POST" && origin === ownOrigin && pathname === openPath) return "shared-file";
  if (method !== "GET" || origin !== ownOrigin || headers.has("Range")) return null;
  if (pathname.startsWith("/assets/")) return "asset";
  return mode === "navigate" && !serverPaths.test(pathname) ? "page" : null;
}
