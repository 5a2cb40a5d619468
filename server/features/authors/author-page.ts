import type { InputOf } from "#shared/api/contract.ts";
import type { AuthorPage, authorsContract } from "#shared/authors/contract.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findOwnContributor, updateContributor } from "./queries.ts";

/** Null before staff linked the account to a contributor. */
export async function getAuthorPage({ db, user }: Context): Promise<AuthorPage | null> {
  const found = await findOwnContributor(db, user.id);
  if (!found) return null;
  const { id: contributorId, links, ...page } = found;
  return { ...page, contributorId, links: [...links] };
}

/** @throws {ProblemError} `not_found` without a linked contributor */
export async function editAuthorPage(
  context: Context,
  { body: change }: InputOf<typeof authorsContract.editAuthorPage>,
): Promise<AuthorPage> {
  const found = await findOwnContributor(context.db, context.user.id);
  if (!found) throw notFound("author page");
  await updateContributor(context.db, found.id, change);
  const page = await getAuthorPage(context);
  if (!page) throw notFound("author page");
  return page;
}
