/** `//` and `/\\` lead to another host. */
const singleSlashPath = /^\/(?![/\\])/;

export function safeReturnTo(requested: string | null): string {
  if (!requested || !singleSlashPath.test(requested) || /[\p{Cc}\\]/u.test(requested)) return "/home";
  const address = new URL(requested, location.origin);
  const isSameOrigin = address.origin === location.origin && singleSlashPath.test(address.pathname);
  const isScreen = !/^\/(api|auth)(\/|$)/.test(address.pathname);
  return isSameOrigin && isScreen ? address.pathname + address.search + address.hash : "/home";
}

export const signInPath = (returnTo: string): string => `/auth?returnTo=${encodeURIComponent(returnTo)}`;
