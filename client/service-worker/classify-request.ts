/** Answered by the server alone: the API, what books are made of, the light reader, and the few files beside the assets. */
const ofTheServer =
  /^\/(api|covers|media|pictures|healthz|readyz)(\/|$)|^\/optimized-reader\/?$|^\/[^/]+\.\w+$/;

/**
 * What a request is to the worker: a page, which it may answer from what it kept, an asset, which it keeps, or nothing
 * of its business (null), so that the browser goes on as if there were no worker.
 */
export function getRendererKind(
  { method, mode, headers, url }: Pick<Request, "method" | "mode" | "headers" | "url">,
  ownOrigin: string,
): "page" | "asset" | null {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== ownOrigin || headers.has("Range")) return null;
  if (pathname.startsWith("/assets/")) return "asset";
  return mode === "navigate" && !ofTheServer.test(pathname) ? "page" : null;
}
