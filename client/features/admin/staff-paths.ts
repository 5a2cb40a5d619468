import { safeReturnTo } from "#client/lib/api/return-to.ts";

export const dashboardPath = "/admin/dashboard";

export const staffLoginPath = (returnTo: string): string =>
  `/employee-login?returnTo=${encodeURIComponent(returnTo)}`;

export function staffReturnTo(requested: string | null): string {
  const safePath = safeReturnTo(requested);
  return /^\/admin(\/|-dashboard$|[?#]|$)/.test(safePath) ? safePath : dashboardPath;
}
