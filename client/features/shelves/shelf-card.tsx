import { Globe, Lock, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Shelf, ShelfVisibility } from "#shared/shelves/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";

const icons: Readonly<Record<ShelfVisibility, ReactNode>> = {
  public: <Globe aria-hidden className="size-4" />,
  friends: <Users aria-hidden className="size-4" />,
  private: <Lock aria-hidden className="size-4" />,
};

export function VisibilityLabel({ visibility }: Pick<Shelf, "visibility">) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icons[visibility]}
      {t(`shelves.visibility_${visibility}`)}
    </span>
  );
}

interface ShelfListProps {
  readonly shelves: readonly Shelf[];
  /** Shows who can see each. */
  readonly isOwn?: boolean;
}

export function ShelfList({ shelves, isOwn = false }: ShelfListProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:gap-4">
      {shelves.map((shelf) => (
        <li key={shelf.id} className="min-w-0">
          <ShelfCard shelf={shelf} isOwn={isOwn} />
        </li>
      ))}
    </ul>
  );
}

function ShelfCard({ shelf, isOwn }: { readonly shelf: Shelf; readonly isOwn: boolean }) {
  const { id, name, description, covers, bookCount, visibility } = shelf;
  return (
    <article className="relative flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div aria-hidden className="flex min-h-20 gap-2">
        {covers.map((book) => (
          <Cover key={book.id} book={book} sizes="56px" className="w-14 self-start" />
        ))}
        {covers.length === 0 && (
          <span className="grid aspect-2/3 w-14 place-items-center self-start rounded-cover border border-line border-dashed text-accent/60">
            <EightPointStar className="size-7" />
          </span>
        )}
      </div>
      <div className="min-w-0">
        <h3 dir="auto" className="line-clamp-2 font-medium leading-snug">
          <Link
            to={`/shelves/${id}`}
            className="after:absolute after:inset-0 after:rounded-cover focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {name}
          </Link>
        </h3>
        {description && (
          <p dir="auto" className="line-clamp-2 text-muted text-small">
            {description}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-small">
          {t("shelves.count", { n: bookCount })}
          {isOwn && <VisibilityLabel visibility={visibility} />}
        </p>
      </div>
    </article>
  );
}
