import { GenreGrid } from "#client/features/books/genre-grid.tsx";
import { usePageTitle } from "#client/lib/page-title.ts";
import { say } from "#client/lib/words.ts";
import { ButtonLink } from "#client/ui/button.tsx";
import { EmptyFace } from "#client/ui/faces.tsx";
import { Lattice } from "#client/ui/lattice.tsx";
import { Section } from "#client/ui/section.tsx";
import { NewReleases } from "./dashboard.tsx";

/** What a guest meets first. */
export function Landing() {
  usePageTitle("");
  return (
    <>
      <div className="relative overflow-hidden rounded-card border border-line bg-surface px-5 py-12 text-center sm:px-8 lg:py-20">
        <Lattice />
        <div className="relative mx-auto flex max-w-2xl flex-col items-center gap-5">
          <h1 className="text-balance font-semibold font-title text-h1 lg:text-display">
            {say("home.headline")}
          </h1>
          <p className="text-balance text-lead text-muted">{say("home.promise")}</p>
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink size="large" to="/auth?mode=sign-up">
              {say("home.createAccount")}
            </ButtonLink>
            <ButtonLink size="large" tone="secondary" to="/browse">
              {say("home.browseAll")}
            </ButtonLink>
          </div>
          <p className="text-muted text-small">{say("home.noCard")}</p>
        </div>
      </div>
      <div className="mt-10">
        <NewReleases />
      </div>
      <Section title={say("home.exploreByGenre")} more={{ to: "/browse", label: say("home.browseAll") }}>
        <GenreGrid empty={<EmptyFace title={say("home.noGenres")} />} />
      </Section>
    </>
  );
}
