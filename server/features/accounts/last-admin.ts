import type { UserId } from "#shared/accounts/user.ts";
import { conflict } from "#server/http/api/problem.ts";

/** @throws {ProblemError} `conflict` */
export function requireOtherAdmin(admins: readonly UserId[], userId: UserId): void {
  if (admins.length === 1 && admins[0] === userId) {
    throw conflict("last_admin");
  }
}
