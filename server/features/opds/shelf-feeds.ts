import type { ShelfQuery } from "#shared/opds/contract.ts";
import type { ShelfId } from "#shared/shelves/contract.ts";
import { listFollows } from "#server/features/follows/service.ts";
import { listOwnShelves, listShelfPage } from "#server/features/shelves/service.ts";
import { getUpdated, listForwardLinks, listObtainable } from "./book-feeds.ts";
import { createFeed } from "./create-feed.ts";
import type { Feed, NavigationItem } from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";

const pageSize = 30;

/** The shelves of a user, what changed last first, then those that they follow. */
export async function buildShelves(context: FeedContext): Promise<Feed> {
  const { services, user, db, t, getUrl } = context;
  if (!user) throw new Error("Shelves belong to a user.");
  const own = await listOwnShelves({ db }, user);
  const ownIds = new Set<string>(own.map(({ id }) => id));
  const follows = await listFollows({ db, user, clock: services.clock });
  const followed = follows.filter(({ kind, id }) => kind === "shelf" && !ownIds.has(id));
  const toItem = (id: string, title: string, about: string, count: number | null): NavigationItem => ({
    ...{ title, about, count, rel: "subsection", kind: "acquisition" },
    href: getUrl(`/shelves/${id}`),
  });
  return createFeed(context, {
    path: "/shelves",
    title: t("opds.shelves"),
    updated: new Date(Math.max(0, ...own.map(({ updatedAt }) => updatedAt.getTime()))),
    kind: "navigation",
    navigation: [
      ...own.map(({ id, name, description, bookCount }) =>
        toItem(id, name, description || t("opds.bookCount", { count: bookCount }), bookCount),
      ),
      ...followed.map(({ id, name }) => toItem(id, name, "", null)),
    ],
  });
}

/**
 * The books of a shelf in its order.
 *
 * @throws {ProblemError} `not_found` for shelves that the caller may not see; `invalid_input` for another list's cursor
 */
export async function buildShelf(
  context: FeedContext,
  shelfId: ShelfId,
  { after }: ShelfQuery,
): Promise<Feed> {
  const { services, db, user, getUrl } = context;
  const page = { limit: pageSize, cursor: after };
  const { shelf, shown, nextCursor } = await listShelfPage(
    { db, user, clock: services.clock },
    shelfId,
    page,
  );
  const publications = await listObtainable(
    context,
    shown.map(({ bookId }) => bookId),
  );
  const path = `/shelves/${shelfId}`;
  return createFeed(context, {
    path,
    query: { after },
    up: user ? "/shelves" : "",
    title: shelf.name,
    updated: new Date(Math.max(shelf.updatedAt.getTime(), getUpdated(publications).getTime())),
    kind: "acquisition",
    total: shelf.bookCount,
    pageSize,
    links: listForwardLinks(getUrl(path), nextCursor && getUrl(path, { after: nextCursor })),
    publications,
  });
}
