/**
 * The path to return to after sign-in; null for other hosts, such as `//host` and `/\\host`, and for unknown
 * screens.
 */
export function toOwnPath(requested: string | null | undefined): string | null {
  if (
    !requested ||
    requested.length > 2000 ||
    !/^\/(?![/\\])/.test(requested) ||
    /[\p{Cc}\\]/u.test(requested)
  )
    return null;
  return /^\/(api|auth)(\/|\?|#|$)/.test(requested) ? null : requested;
}
