import { useQuery } from "@tanstack/react-query";
import {
  Baby,
  BookMarked,
  BookOpenText,
  Compass,
  CookingPot,
  Feather,
  FlaskConical,
  HandHeart,
  Landmark,
  Lightbulb,
  type LucideIcon,
  Moon,
  Palette,
  Scale,
  ScrollText,
  Sprout,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Genre, GenreIcon } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { genreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { browseUrl } from "#client/lib/urls/browse-url.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";

const genresInGrid = 6;
const look = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6 lg:gap-4";

const icons: Readonly<Record<GenreIcon, LucideIcon>> = {
  baby: Baby,
  "book-marked": BookMarked,
  "book-open-text": BookOpenText,
  feather: Feather,
  compass: Compass,
  "cooking-pot": CookingPot,
  "flask-conical": FlaskConical,
  "hand-heart": HandHeart,
  landmark: Landmark,
  lightbulb: Lightbulb,
  moon: Moon,
  palette: Palette,
  scale: Scale,
  "scroll-text": ScrollText,
  sprout: Sprout,
  "user-round": UserRound,
};

export function getGenreIcon({ icon }: Pick<Genre, "icon">): LucideIcon {
  return icons[icon ?? "book-marked"];
}

export function GenreGrid({ empty }: { readonly empty: ReactNode }) {
  const genres = useQuery(query(booksContract.listGenres, {}));
  return (
    <QueryState
      of={genres}
      loading={
        <Skeletons many={genresInGrid} className={look}>
          <Skeleton className="h-28 rounded-card" />
        </Skeletons>
      }
      isEmpty={(all) => all.length === 0}
      empty={empty}
      errorTitle={t("home.failedGenres")}
    >
      {(all) => (
        <ul className={look}>
          {all.slice(0, genresInGrid).map(({ id, name, bookCount, icon }) => {
            const Icon = getGenreIcon({ icon });
            return (
              <li key={id}>
                <Link
                  to={browseUrl({ genre: name })}
                  className="flex h-full min-h-28 flex-col justify-between gap-3 rounded-card border border-line bg-surface p-4 transition-colors hover:border-primary"
                >
                  <Icon aria-hidden className="size-6 text-primary" />
                  <span>
                    <span dir="auto" className="block font-medium leading-snug">
                      {genreName(name)}
                    </span>
                    <span className="block text-muted text-small">
                      {t("home.bookCount", { n: bookCount })}
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </QueryState>
  );
}
