import { GenreGrid } from "#client/features/books/lists/genre-grid.tsx";
import { say } from "#client/lib/i18n/i18n.ts";
import { EmptyFace } from "#client/ui/feedback/query-state.tsx";
import { Section } from "#client/ui/section.tsx";
import { Invitation, LastInvitation } from "./call-to-action.tsx";
import { Community } from "./community.tsx";
import { FeaturedBooks } from "./featured-books.tsx";

/** What a guest meets further down; its code comes after what they see first. */
export function Below() {
  return (
    <>
      <Section title={say("home.exploreByGenre")} more={{ to: "/genres", label: say("home.viewAllGenres") }}>
        <GenreGrid empty={<EmptyFace title={say("home.noGenres")} />} />
      </Section>
      <FeaturedBooks />
      <Invitation />
      <Community />
      <LastInvitation />
    </>
  );
}
