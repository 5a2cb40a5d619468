import { useQuery } from "@tanstack/react-query";
import {
  Baby,
  BookMarked,
  BookOpenText,
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
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { genreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { browseUrl } from "#client/lib/urls/browse-url.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";

const genresInGrid = 6;
const look = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6 lg:gap-4";

const icons: readonly (readonly [word: RegExp, icon: LucideIcon])[] = [
  [/qur|tafsir/i, BookOpenText],
  [/hadith|sunnah/i, ScrollText],
  [/fiqh|law/i, Scale],
  [/seerah|sirah|biograph/i, UserRound],
  [/histor|travel/i, Landmark],
  [/child|young/i, Baby],
  [/fiction|tale|poet|story|stories|literature/i, Feather],
  [/prayer|worship|spiritual/i, Moon],
  [/ethic|family|character/i, HandHeart],
  [/\bart|calligraph|craft/i, Palette],
  [/begin|learn/i, Sprout],
  [/reflect|wisdom/i, Lightbulb],
  [/scien|medicine|nature/i, FlaskConical],
];

export function getGenreIcon(name: string): LucideIcon {
  return icons.find(([word]) => word.test(name))?.[1] ?? BookMarked;
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
          {all.slice(0, genresInGrid).map(({ id, name, bookCount }) => {
            const Icon = getGenreIcon(name);
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
