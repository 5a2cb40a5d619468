/** `//` and `/\\` lead to another host. */
const singleSlashPath = /^\/(?![/\\])/;

export function toSafeReturnTo(requested: string | null): string {
  if (!requested || !singleSlashPath.test(requested) || /[\p{Cc}\\]/u.test(requested)) return "/home";
  const url = new URL(requested, location.origin);
  const isSameOrigin = url.origin === location.origin && singleSlashPath.test(url.pathname);
  const isScreen = !/^\/(api|auth)(\/|$)/.test(url.pathname);
  return isSameOrigin && isScreen ? url.pathname + url.search + url.hash : "/home";
}
