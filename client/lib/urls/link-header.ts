/** Null when there is no next page. */
export function getNextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return address ? new URL(address, location.origin).searchParams.get("cursor") : null;
}
