import { type SQL, sql } from "drizzle-orm";
import { users } from "./schema/accounts/accounts.ts";

/**
 * The username of a user with a public profile; null otherwise, so that no link leads to a 404.
 *
 * @param of the users table or its alias
 */
export const selectPublicUsername = (of: SQL | typeof users = users): SQL<string | null> =>
  sql<string | null>`case when jsonb_array_length(coalesce(${of}.preferences -> 'profileShows', '[]')) > 0
    and ${of}.deletion_requested_at is null and coalesce(${of}.suspended_until <= now(), true) then ${of}.username end`;
