import * as z from "zod/mini";
import type { InputOf } from "#shared/api/contract.ts";
import {
  ApplicationId,
  type AuthorApplication,
  type authorsContract,
  type ReceivedApplication,
} from "#shared/authors/contract.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, microseconds, toPage } from "#server/http/api/cursor.ts";
import { conflict } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { getAuthorPage } from "./author-page.ts";
import { findNewestApplication, insertApplication, listReceived } from "./queries.ts";

export { getAuthorPage };

const defaultPage = 50;

/** Null for none. */
export function getMyApplication({ db, user }: Context): Promise<AuthorApplication | null> {
  return findNewestApplication(db, user.id);
}

/**
 * Applies to become an author.
 *
 * @throws {ProblemError} `conflict` for authors, and while an application is open
 */
export async function apply(
  { db, clock, user }: Context,
  { body: draft }: InputOf<typeof authorsContract.apply>,
): Promise<AuthorApplication> {
  if (user.isAuthor) throw conflict("already_author");
  const added = await insertApplication(db, user.id, draft, clock());
  if (!added) throw conflict("application_under_review");
  return added;
}

/**
 * A page of the applications in one state, oldest first.
 *
 * @throws {ProblemError} `invalid_input` for an unknown cursor
 */
export async function listApplications(
  { db }: Pick<Services, "db">,
  {
    query: { state = "waiting", limit = defaultPage, cursor },
  }: InputOf<typeof authorsContract.listApplications>,
): Promise<{ applications: ReceivedApplication[]; nextCursor: string | null }> {
  const [applied, id] = decodeCursor(cursor, z.tuple([microseconds, ApplicationId])) ?? [];
  const after = applied === undefined || id === undefined ? null : { applied, id };
  const rows = await listReceived(db, state, after, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.applied, last.id]);
  return { applications: shown, nextCursor };
}
