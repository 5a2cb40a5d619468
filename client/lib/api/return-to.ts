/** `//` and `/\\` lead to another host. */
const onePath = /^\/(?![/\\])/;

export function safeReturnTo(requested: string | null): string {
  if (!requested || !onePath.test(requested) || /[\p{Cc}\\]/u.test(requested)) return "/home";
  const address = new URL(requested, location.origin);
  const isOurs = address.origin === location.origin && onePath.test(address.pathname);
  const isScreen = !/^\/(api|auth)(\/|$)/.test(address.pathname);
  return isOurs && isScreen ? address.pathname + address.search + address.hash : "/home";
}

export const signInPath = (returnTo: string): string => `/auth?returnTo=${encodeURIComponent(returnTo)}`;
