import { safeReturnTo } from "#client/lib/api/return-to.ts";

/** The employees' first page. */
export const dashboardPath = "/admin/dashboard";

/** The employees' door, which leads back to a path afterwards. */
export const staffLoginPath = (returnTo: string): string =>
  `/employee-login?returnTo=${encodeURIComponent(returnTo)}`;

/** Where the employees' door leads: into their area and nowhere else. */
export function staffReturnTo(asked: string | null): string {
  const ours = safeReturnTo(asked);
  return /^\/admin(\/|-dashboard$|[?#]|$)/.test(ours) ? ours : dashboardPath;
}
