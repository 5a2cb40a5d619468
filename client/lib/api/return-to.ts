/** `//` and `/\\` lead to another host. */
const onePath = /^\/(?![/\\])/;

export function safeReturnTo(asked: string | null): string {
  if (!asked || !onePath.test(asked) || /[\p{Cc}\\]/u.test(asked)) return "/home";
  const address = new URL(asked, location.origin);
  const isOurs = address.origin === location.origin && onePath.test(address.pathname);
  const isScreen = !/^\/(api|auth)(\/|$)/.test(address.pathname);
  return isOurs && isScreen ? address.pathname + address.search + address.hash : "/home";
}

export const signInPath = (returnTo: string): string => `/auth?returnTo=${encodeURIComponent(returnTo)}`;
