/** Null when there is no next page. */
export function getNextCursor(link: string | null): string | null {
  const url = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return url ? new URL(url, location.origin).searchParams.get("cursor") : null;
}
