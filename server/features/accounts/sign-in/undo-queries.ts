import { eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";

/** Rows that exist without an act of the user. */
const automaticTables = ["sessions", "account_tokens", "push_devices", "notifications"];

/** Locks an account against new rows that refer to it. */
export async function lockUser(tx: Database, userId: UserId): Promise<boolean> {
  const locked = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  return locked.length > 0;
}

/** Whether a row of any table refers to the user. */
export async function hasData(tx: Database, userId: UserId): Promise<boolean> {
  const { rows: references } = await tx.execute<{ table: string; column: string }>(sql`
    select relname as "table", attname as "column"
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass and conparentid = 0`);
  const selects = references
    .filter(({ table }) => !automaticTables.includes(table))
    .map(
      ({ table, column }) =>
        sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${userId}`,
    );
  const { rows } = await tx.execute<{ hasData: boolean }>(
    sql`select exists (${sql.join(selects, sql` union all `)}) as "hasData"`,
  );
  return rows[0]?.hasData !== false;
}

export async function deleteUser(tx: Database, userId: UserId): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}
