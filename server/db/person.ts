import { type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Person } from "#shared/people/person.ts";
import { selectPublicUsername } from "./public-username.ts";
import { users } from "./schema/accounts/accounts.ts";
import { blocks, mutes } from "./schema/accounts/people.ts";

const selectPerson = (of: SQL | typeof users, name: SQL): SQL<Person | null> =>
  sql<Person | null>`case when ${of}.id is not null then json_build_object(
    'id', ${of}.id, 'username', ${of}.username,
    'name', ${name},
    'profileImageUrl', ${of}.profile_image_url, 'hasProfile', ${selectPublicUsername(of)} is not null) end`;

/** A user as named to others, with the name of `getShortName`; null where there is none. */
export const getPerson = (of: SQL | typeof users = users): SQL<Person | null> =>
  selectPerson(
    of,
    sql`${of}.first_name || case when trim(${of}.last_name) = '' then '' else ' ' || left(trim(${of}.last_name), 1) || '.' end`,
  );

/** A user as named to staff. */
export const getFullPerson = (of: SQL | typeof users = users): SQL<Person | null> =>
  selectPerson(of, sql`trim(${of}.first_name || ' ' || ${of}.last_name)`);

type Id = SQL | Parameters<typeof sql>[1];

/**
 * Whether one of two users blocked the other; false for guests. The list of blocked users is read once per
 * statement.
 */
export const isBlocked = (viewerId: UserId | null, other: Id): SQL<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce(${other} in (${selectBlockedUsers(viewerId)}), false)`;

/** Whether the viewer muted someone, or one of them blocked the other. */
export const isUnseen = (viewerId: UserId | null, other: Id): SQL<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce(${other} in (${selectBlockedUsers(viewerId)}
        union all select muted_id from ${mutes} where user_id = ${viewerId}), false)`;

const selectBlockedUsers = (
  viewerId: UserId,
): SQL => sql`select blocked_id from ${blocks} where user_id = ${viewerId}
  union all select user_id from ${blocks} where blocked_id = ${viewerId}`;
