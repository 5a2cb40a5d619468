import { and, eq, inArray, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId, GenreIcon } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { installFlags } from "#server/db/schema/system/install-flags.ts";

export async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(
    sql`select not exists (select 1 from ${books}) and not exists (select 1 from ${users}) as empty`,
  );
  return expectOneRow(rows).empty;
}

/** The visible books of the site with these titles. */
export async function findBookIds(db: Database, titles: readonly string[]): Promise<Map<string, BookId>> {
  const rows = await db
    .select({ id: books.id, title: books.title })
    .from(books)
    .where(
      and(
        inArray(books.title, [...titles]),
        inArray(books.state, ["published", "scheduled"]),
        sql`${books.ownerId} is null`,
      ),
    );
  return new Map(rows.map(({ id, title }) => [title, id]));
}

/** The accounts with these emails. */
export async function findUserIds(db: Database, emails: readonly string[]): Promise<UserId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, [...emails]));
  return rows.map(({ id }) => id);
}

export async function accountExists(db: Database, email: string): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  return row !== undefined;
}

/** Records that a one-time step is done. */
export async function markStepDone(db: Database, name: InstallFlag, at: Date): Promise<void> {
  await db.insert(installFlags).values({ name, at }).onConflictDoNothing();
}

/** The completed steps. */
export async function listCompletedSteps(db: Database): Promise<Set<string>> {
  const rows = await db.select({ name: installFlags.name }).from(installFlags);
  return new Set(rows.map(({ name }) => name));
}

export type InstallFlag = "demo-started" | "demo-loaded";

export async function describeGenres(
  db: Database,
  texts: Readonly<Record<string, string>>,
  icons: Readonly<Record<string, GenreIcon>>,
): Promise<void> {
  for (const [name, description] of Object.entries(texts)) {
    await db
      .update(genres)
      .set({ description, icon: icons[name] ?? null })
      .where(and(eq(genres.name, name), eq(genres.description, "")));
  }
}

/** Sets biographies where there are none. */
export async function describeAuthors(db: Database, bios: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, bio] of Object.entries(bios)) {
    await db
      .update(contributors)
      .set({ bio })
      .where(and(eq(contributors.name, name), eq(contributors.bio, "")));
  }
}
