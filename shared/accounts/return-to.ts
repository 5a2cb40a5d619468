/**
 * A path of ours that was asked for before signing in; null for anything that could lead elsewhere, such as `//host`
 * and `/\host`, and for what is no screen.
 */
export function isOwnPath(asked: string | null | undefined): string | null {
  if (!asked || asked.length > 2000 || !/^\/(?![/\\])/.test(asked) || /[\p{Cc}\\]/u.test(asked)) return null;
  return /^\/(api|auth)(\/|\?|#|$)/.test(asked) ? null : asked;
}
