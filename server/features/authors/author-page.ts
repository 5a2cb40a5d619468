import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { AuthorPage, authorsContract } from "#shared/authors/contract.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findOwnContributor, updateContributor } from "./queries.ts";

/** Null before staff linked the account to a contributor. */
export async function getAuthorPage({ db }: Pick<Services, "db">, user: User): Promise<AuthorPage | null> {
  const found = await findOwnContributor(db, user.id);
  if (!found) return null;
  const { id: contributorId, links, ...page } = found;
  return { ...page, contributorId, links: [...links] };
}

/** @throws {ProblemError} `not_found` without a linked contributor */
export async function editAuthorPage(
  services: Pick<Services, "db">,
  user: User,
  change: InputOf<typeof authorsContract.editAuthorPage>["body"],
): Promise<AuthorPage> {
  const found = await findOwnContributor(services.db, user.id);
  if (!found) throw notFound("author page");
  await updateContributor(services.db, found.id, change);
  const page = await getAuthorPage(services, user);
  if (!page) throw notFound("author page");
  return page;
}
