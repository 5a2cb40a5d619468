import { clsx } from "clsx";
import { BookOpen, Headphones } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import type { Book } from "#shared/books/book.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import type { SampleBook } from "./sample-books.ts";
import { SampleCover } from "./sample-cover.tsx";

const coverClassName = "w-26 sm:w-40 lg:w-48";

export function BookSlide({ book }: { readonly book: Book }) {
  return (
    <Slide
      cover={<Cover book={book} sizes="(min-width: 1024px) 192px, (min-width: 640px) 160px, 104px" />}
      title={
        <Link to={`/book/${book.id}`} className="hover:underline hover:underline-offset-4">
          {book.title}
        </Link>
      }
      author={book.author}
      description={book.description}
      label={getGenreName(book.genre)}
    >
      {book.hasEbook && (
        <ButtonLink tone="secondary" to={`/read/${book.id}`} icon={<BookOpen aria-hidden />}>
          {t("landing.readNow")}
          <span className="sr-only">: {book.title}</span>
        </ButtonLink>
      )}
      {book.hasAudiobook && <SampleButton book={book} />}
    </Slide>
  );
}

export function SampleSlide({ book }: { readonly book: SampleBook }) {
  return (
    <Slide
      cover={<SampleCover book={book} />}
      title={book.title}
      author={book.author}
      description={book.description}
      label=""
    >
      <ButtonLink tone="secondary" to="/browse" icon={<BookOpen aria-hidden />}>
        {t("landing.readNow")}
      </ButtonLink>
      <ButtonLink to="/browse" tone="secondary" icon={<Headphones aria-hidden />}>
        {t("landing.listenToSample")}
      </ButtonLink>
    </Slide>
  );
}

interface SlideProps {
  readonly cover: ReactNode;
  readonly title: ReactNode;
  readonly author: string;
  readonly description: string;
  readonly label: string;
  readonly children: ReactNode;
}

function Slide({ cover, title, author, description, label, children }: SlideProps) {
  return (
    <div className="grid h-full grid-cols-[auto_1fr] gap-x-5 gap-y-4 sm:gap-x-8">
      <div className={clsx("self-center sm:row-span-2", coverClassName)}>{cover}</div>
      <div className="flex min-w-0 flex-col justify-center gap-1.5 sm:justify-end">
        <p className="min-h-5 text-muted text-small">
          <bdi>{label}</bdi>
        </p>
        <h3
          dir="auto"
          className="line-clamp-2 text-balance font-semibold font-title text-h3 leading-snug sm:text-h2 lg:text-h1"
        >
          {title}
        </h3>
        <p dir="auto" className="truncate text-muted">
          {author}
        </p>
        <p dir="auto" className="mt-1 line-clamp-3 max-w-measure max-sm:hidden">
          {description}
        </p>
      </div>
      <div className="flex min-h-11 flex-wrap items-start gap-2.5 max-sm:col-span-2 max-sm:flex-nowrap max-sm:*:flex-1 max-sm:[&_:is(a,button)]:px-2 max-sm:[&_:is(a,button)]:text-small">
        {children}
      </div>
    </div>
  );
}

const load = async () => (await import("./sample-playing.tsx")).SamplePlaying;
const SamplePlaying = lazyOverlay(load);

function SampleButton({ book }: { readonly book: Pick<Book, "id" | "title"> }) {
  const [isRequested, setRequested] = useState(false);
  const idle = (
    <Button
      tone="secondary"
      icon={<Headphones aria-hidden />}
      aria-busy={isRequested || undefined}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setRequested(true)}
    >
      {t("landing.listenToSample")}
      <span className="sr-only">: {book.title}</span>
    </Button>
  );
  if (!isRequested) return idle;
  return (
    <Suspense fallback={idle}>
      <SamplePlaying book={book} onLoadError={() => setRequested(false)} />
    </Suspense>
  );
}
