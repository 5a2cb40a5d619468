import { Suspense } from "react";
import { GenreGrid } from "#client/features/books/lists/genre-grid.tsx";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Section } from "#client/ui/section.tsx";
import { CallToAction, FinalCallToAction } from "./call-to-action.tsx";
import { Community } from "./community.tsx";
import { FeaturedBooks } from "./featured-books.tsx";
import { ReadAlongPreview } from "./read-along-preview.tsx";

const PickedShelf = lazyComponent(async () => {
  const [module] = await Promise.all([
    import("#client/features/shelves/picked-shelf.tsx"),
    loadMessages("shelves"),
  ]);
  return module.PickedShelf;
});

export function BelowTheFold() {
  return (
    <>
      <ReadAlongPreview />
      <Section title={t("home.exploreByGenre")} more={{ to: "/genres", label: t("home.viewAllGenres") }}>
        <GenreGrid empty={<EmptyState title={t("home.noGenres")} />} />
      </Section>
      <FeaturedBooks />
      <Suspense>
        <PickedShelf />
      </Suspense>
      <CallToAction />
      <Community />
      <FinalCallToAction />
    </>
  );
}
