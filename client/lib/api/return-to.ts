/** What starts with `//` or `/\` leads to another host. */
const onePath = /^\/(?![/\\])/;

/** Where to go after signing in: the path that was asked for when it is one of ours, else home. */
export function safeReturnTo(asked: string | null): string {
  if (!asked || !onePath.test(asked) || /[\p{Cc}\\]/u.test(asked)) return "/home";
  const address = new URL(asked, location.origin);
  const isOurs = address.origin === location.origin && onePath.test(address.pathname);
  const isScreen = !/^\/(api|auth)(\/|$)/.test(address.pathname);
  return isOurs && isScreen ? address.pathname + address.search + address.hash : "/home";
}

/** The sign-in screen, which leads back to a path afterwards. */
export const signInPath = (returnTo: string): string => `/auth?returnTo=${encodeURIComponent(returnTo)}`;
