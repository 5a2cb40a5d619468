import { toSafeReturnTo } from "#client/lib/api/return-to.ts";

export const dashboardPath = "/admin/dashboard";

export const getStaffLoginPath = (returnTo: string): string =>
  `/employee-login?returnTo=${encodeURIComponent(returnTo)}`;

export function getStaffReturnTo(requested: string | null): string {
  const safePath = toSafeReturnTo(requested);
  return /^\/admin(\/|-dashboard$|[?#]|$)/.test(safePath) ? safePath : dashboardPath;
}
