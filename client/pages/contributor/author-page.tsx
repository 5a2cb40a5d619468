import { useQuery } from "@tanstack/react-query";
import type { Book, ContributorRole } from "#shared/books/book.ts";
import { ContributorId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { Description } from "#client/features/books/description.tsx";
import { Announcements } from "#client/features/follows/announcements.tsx";
import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError, useRouteParam } from "#client/lib/hooks/route-params.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { BookCard, BookCardSkeleton, BookGrid, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Section } from "#client/ui/section.tsx";

const roleTexts = {
  author: "book.booksWritten",
  narrator: "book.booksNarrated",
  translator: "book.booksTranslated",
  editor: "book.booksEdited",
  illustrator: "book.booksIllustrated",
} as const satisfies Record<ContributorRole, MessageKey>;

/** `/author/:id`: an author, narrator or translator, and their books. */
export function AuthorPage() {
  const contributorId = useRouteParam("id", ContributorId);
  const person = useQuery(query(booksContract.getContributor, { params: { contributorId } }));
  usePageTitle(person.data?.name ?? null);

  if (getErrorStatus(person.error) === 404) throw new PageNotFoundError();
  return (
    <QueryState
      query={person}
      loading={
        <Skeletons count={6} className={bookGridClassName}>
          <BookCardSkeleton />
        </Skeletons>
      }
    >
      {({ name, otherNames, bio, links, imageUrl, books }) => (
        <>
          <PageHeader
            title={name}
            hint={
              <>
                {otherNames.map((other) => (
                  <span key={other}>
                    <bdi>{other}</bdi> ·{" "}
                  </span>
                ))}
                {t("book.bookCount", { n: books.length })}
              </>
            }
            actions={<FollowButton kind="contributor" id={contributorId} />}
          />
          <div className="flex flex-wrap items-start gap-6">
            <Avatar imageUrl={imageUrl} name={name} className="size-28" />
            <div className="min-w-0 flex-1 basis-72">
              {bio && <Description text={bio} />}
              {links.length > 0 && (
                <ul aria-label={t("book.authorLinks")} className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
                  {links.map((link) => (
                    <li key={link}>
                      <a
                        href={link}
                        target="_blank"
                        rel="ugc nofollow noopener noreferrer"
                        dir="ltr"
                        className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
                      >
                        {link.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "")}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
          <div className="mt-8">
            <Announcements contributorId={contributorId} />
            {books.length === 0 && <EmptyState title={t("book.noBooksOfAuthor")} />}
            {groupByRole(books).map(([role, written]) => (
              <Section key={role} title={t(roleTexts[role])}>
                <BookGrid>
                  {written.map((book) => (
                    <BookCard key={book.id} book={book} />
                  ))}
                </BookGrid>
              </Section>
            ))}
          </div>
        </>
      )}
    </QueryState>
  );
}

function groupByRole(
  books: readonly { readonly role: ContributorRole; readonly book: Book }[],
): readonly (readonly [ContributorRole, readonly Book[]])[] {
  const roles = Object.keys(roleTexts) as ContributorRole[];
  return roles
    .map((role) => [role, books.filter((each) => each.role === role).map(({ book }) => book)] as const)
    .filter(([, written]) => written.length > 0);
}
