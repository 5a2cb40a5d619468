import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import type { Book } from "#shared/books/book.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { useAutoRotate } from "#client/ui/use-auto-rotate.ts";
import { RotationButton } from "./rotation-button.tsx";
import { getSampleBooks } from "./sample-books.ts";
import { SampleCover } from "./sample-cover.tsx";
import { useLatest } from "./use-latest.ts";

export const showcaseIntervalMs = 4000;

const coverClassName = "w-36 sm:w-40 lg:w-52";
const viewportClassName = "relative h-54 w-full sm:h-60 lg:h-78";

/** New releases as a stack of covers. */
export function Showcase() {
  const id = useId();
  const { data: latest = [], isLoading } = useLatest();
  const covers = toCoverItems(latest);
  const { index, canMove, isStopped, toggle, frame } = useAutoRotate<HTMLElement>({
    count: isLoading ? 0 : covers.length,
    intervalMs: showcaseIntervalMs,
  });

  return (
    <section {...frame} aria-labelledby={id} className="relative flex min-w-0 flex-col items-center">
      <div className="relative mb-4 flex min-h-11 items-center">
        <h2 id={id} className="font-semibold text-small">
          {t("home.newReleases")}
        </h2>
        {canMove && (
          <div className="absolute start-full">
            <RotationButton name={t("home.newReleases")} isStopped={isStopped} onToggle={toggle} />
          </div>
        )}
      </div>
      <div className={viewportClassName}>
        {isLoading ? (
          <Skeleton className={clsx("relative mx-auto aspect-2/3", coverClassName)} />
        ) : (
          covers.map((item, at) => (
            <CoverSlot key={item.id} offset={toOffset(at - index, covers.length)}>
              {item.cover(at === 0)}
            </CoverSlot>
          ))
        )}
      </div>
      <div className="mt-5 grid h-14 w-full max-w-72 px-2 text-center">
        {!isLoading && covers.map((item, at) => <Caption key={item.id} item={item} isShown={at === index} />)}
      </div>
    </section>
  );
}

/** Changes as long as the covers move. */
function Caption({ item, isShown }: { readonly item: CoverItem; readonly isShown: boolean }) {
  return (
    <div
      inert={!isShown}
      className={clsx(
        "col-start-1 row-start-1 min-w-0 transition-[opacity,visibility] duration-[220ms] ease-out",
        !isShown && "invisible opacity-0",
      )}
    >
      <Link
        dir="auto"
        to={item.to}
        className="line-clamp-1 font-medium hover:underline hover:underline-offset-4"
      >
        {item.title}
      </Link>
      <p dir="auto" className="truncate text-muted text-small">
        {item.author}
      </p>
    </div>
  );
}

const slotClassNames: Readonly<Record<string, string>> = {
  "0": "z-20",
  "1": "z-10 translate-x-[62%] rotate-6 scale-80 opacity-90 rtl:-translate-x-[62%] rtl:-rotate-6",
  "-1": "z-10 -translate-x-[62%] -rotate-6 scale-80 opacity-90 rtl:translate-x-[62%] rtl:rotate-6",
};

function CoverSlot({ offset, children }: { readonly offset: number; readonly children: ReactNode }) {
  if (Math.abs(offset) > 2) return null;
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "absolute inset-x-0 top-0 mx-auto transition-all duration-[220ms] ease-out",
        coverClassName,
        slotClassNames[offset] ?? "scale-60 opacity-0",
      )}
    >
      {children}
    </div>
  );
}

function toOffset(distance: number, count: number): number {
  const wrapped = ((distance % count) + count) % count;
  return wrapped > count / 2 ? wrapped - count : wrapped;
}

interface CoverItem {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly to: string;
  readonly cover: (isFirst: boolean) => ReactNode;
}

function toCoverItems(books: readonly Book[]): readonly CoverItem[] {
  if (books.length === 0) {
    return getSampleBooks().map((book) => ({
      ...book,
      to: "/browse",
      cover: () => <SampleCover book={book} />,
    }));
  }
  return books.map((book) => ({
    id: book.id,
    title: book.title,
    author: book.author,
    to: `/book/${book.id}`,
    cover: (isFirst) => (
      <Cover
        book={book}
        sizes="(min-width: 1024px) 208px, 160px"
        isFirst={isFirst}
        className="shadow-float"
      />
    ),
  }));
}
