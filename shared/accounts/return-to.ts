/**
 * The path to return to after sign-in; null for other hosts, such as `//host` and `/\\host`, and for unknown
 * screens.
 */
export function isOwnPath(asked: string | null | undefined): string | null {
  if (!asked || asked.length > 2000 || !/^\/(?![/\\])/.test(asked) || /[\p{Cc}\\]/u.test(asked)) return null;
  return /^\/(api|auth)(\/|\?|#|$)/.test(asked) ? null : asked;
}
