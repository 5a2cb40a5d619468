import { GenreGrid } from "#client/features/books/genre-grid.tsx";
import { say } from "#client/lib/words.ts";
import { EmptyFace } from "#client/ui/faces.tsx";
import { Section } from "#client/ui/section.tsx";
import { Community } from "./community.tsx";
import { FeaturedBooks } from "./featured-books.tsx";
import { Invitation, LastInvitation } from "./invitation.tsx";

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
