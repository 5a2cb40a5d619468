import { Suspense } from "react";
import type { BookDetail } from "#shared/books/contract.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookGrid } from "#client/ui/books/book-card.tsx";
import { Section } from "#client/ui/section.tsx";

const FollowButton = lazyComponent(async () => {
  const [data] = await Promise.all([
    import("#client/features/follows/follow-button.tsx"),
    loadMessages("follows"),
  ]);
  return data.FollowButton;
});

export function SeriesBooks({ series }: { readonly series: NonNullable<BookDetail["series"]> }) {
  if (series.books.length === 0) return null;
  return (
    <Section title={t("book.moreOfSeries", { series: series.name })}>
      <div className="mb-4 min-h-11">
        <Suspense>
          <FollowButton kind="series" id={series.id} />
        </Suspense>
      </div>
      <BookGrid>
        {series.books.map(({ position, book }) => (
          <div key={book.id} className="flex flex-col gap-1">
            <BookCard book={book} />
            {position !== null && (
              <p className="text-muted text-small">{t("book.inSeries", { n: position })}</p>
            )}
          </div>
        ))}
      </BookGrid>
    </Section>
  );
}
