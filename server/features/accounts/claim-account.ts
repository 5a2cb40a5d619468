import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { deleteAppTokens } from "./app-tokens/queries.ts";
import { deleteAllTokens } from "./emails/token-queries.ts";
import { deletePasskeys } from "./passkeys/queries.ts";
import { deleteTwoFactor } from "./two-factor/queries.ts";

/**
 * Removes second factors, passkeys, tokens of apps and emailed links of an account whose address was not verified: another
 * person may have created it. The caller replaces the password and ends the sessions.
 */
export async function removeUnverifiedAccess(tx: Database, userId: UserId): Promise<void> {
  await deleteTwoFactor(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteAppTokens(tx, userId);
  await deleteAllTokens(tx, userId);
}
