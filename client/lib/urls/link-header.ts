/** The cursor of the next page in a `Link` header; null when there is none. */
export function getNextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return address ? new URL(address, location.origin).searchParams.get("cursor") : null;
}
