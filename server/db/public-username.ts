import { type SQL, sql } from "drizzle-orm";
import { users } from "./schema/accounts.ts";

/**
 * The username of a reader who shows others something of their profile; null for everybody else, also for whoever was
 * ever suspended: a name leads nowhere rather than to a page that is not there.
 *
 * @param of the table of users, or its alias in the query.
 */
export const publicUsername = (of: SQL | typeof users = users): SQL<string | null> =>
  sql<string | null>`case when jsonb_array_length(coalesce(${of}.preferences -> 'profileShows', '[]')) > 0
    and ${of}.deletion_requested_at is null and ${of}.suspended_until is null then ${of}.username end`;
