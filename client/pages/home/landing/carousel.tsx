import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { useAutoRotate } from "#client/ui/use-auto-rotate.ts";
import { RotationButton } from "./rotation-button.tsx";
import { getSampleBooks } from "./sample-books.ts";
import { BookSlide, SampleSlide } from "./slide.tsx";
import { rotate, useLatest } from "./use-latest.ts";

export const carouselIntervalMs = 5000;
export const maxFeatured = 5;

interface Slide {
  readonly id: string;
  readonly title: string;
  readonly slide: ReactNode;
}

export function Carousel() {
  const id = useId();
  const latest = useLatest();
  const slides: readonly Slide[] = latest.data?.length
    ? rotate(latest.data.slice(0, maxFeatured), 1).map((book) => ({
        id: book.id,
        title: book.title,
        slide: <BookSlide book={book} />,
      }))
    : getSampleBooks().map((book) => ({
        id: book.id,
        title: book.title,
        slide: <SampleSlide book={book} />,
      }));
  const rotation = useAutoRotate<HTMLElement>({
    count: latest.isLoading ? 0 : slides.length,
    intervalMs: carouselIntervalMs,
  });

  return (
    <section
      {...rotation.frame}
      aria-labelledby={id}
      aria-roledescription={t("landing.carousel")}
      className="mt-10 rounded-card border border-line bg-surface p-4 sm:p-8"
    >
      <h2 id={id} className="mb-3 font-semibold font-title text-h3 sm:mb-5">
        {t("landing.featured")}
      </h2>
      {latest.isLoading ? <SlideSkeleton /> : <CoverStack slides={slides} {...rotation} />}
      <div className="mt-4 flex min-h-11 items-center justify-center gap-1 sm:mt-6">
        {!latest.isLoading && <Controls slides={slides} {...rotation} />}
      </div>
    </section>
  );
}

interface CoverStackProps {
  readonly slides: readonly Slide[];
  readonly index: number;
  readonly isMoving: boolean;
}

function CoverStack({ slides, index, isMoving }: CoverStackProps) {
  return (
    <div aria-live={isMoving ? "off" : "polite"} className="grid">
      {slides.map(({ id, slide }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset.
        <div
          key={id}
          role="group"
          aria-roledescription={t("landing.slide")}
          aria-label={t("landing.slideOf", { n: at + 1, total: slides.length })}
          inert={at !== index}
          className={clsx(
            "col-start-1 row-start-1 min-w-0 transition-[opacity,visibility] duration-[220ms] ease-out",
            at !== index && "invisible opacity-0",
          )}
        >
          {slide}
        </div>
      ))}
    </div>
  );
}

interface ControlsProps {
  readonly slides: readonly Slide[];
  readonly index: number;
  readonly goTo: (index: number) => void;
  readonly canMove: boolean;
  readonly isStopped: boolean;
  readonly toggle: () => void;
}

function Controls({ slides, index, goTo, canMove, isStopped, toggle }: ControlsProps) {
  if (slides.length < 2) return null;
  return (
    <>
      <IconButton
        label={t("landing.previousBook")}
        icon={<ChevronLeft aria-hidden />}
        onClick={() => goTo(index - 1)}
      />
      {slides.map(({ id, title }, at) => (
        <button
          key={id}
          type="button"
          aria-label={t("landing.showBook", { n: at + 1, title })}
          aria-current={at === index || undefined}
          onClick={() => goTo(at)}
          className="group grid h-11 w-7 place-items-center rounded-control"
        >
          <span
            className={clsx(
              "h-2.5 rounded-full transition-[width]",
              at === index ? "w-6 bg-primary" : "w-2.5 bg-edge group-hover:bg-primary",
            )}
          />
        </button>
      ))}
      <IconButton
        label={t("landing.nextBook")}
        icon={<ChevronRight aria-hidden />}
        onClick={() => goTo(index + 1)}
      />
      {canMove && <RotationButton name={t("landing.featured")} isStopped={isStopped} onToggle={toggle} />}
    </>
  );
}

function SlideSkeleton() {
  return (
    <div role="status" className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-4 sm:gap-x-8">
      <span className="sr-only">{t("common.loading")}</span>
      <Skeleton className="aspect-2/3 w-26 rounded-cover sm:w-40 lg:w-48" />
      <div className="flex flex-col justify-center gap-3">
        <Skeleton className="h-7 w-4/5 sm:h-10" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-16 w-full max-sm:hidden" />
        <Skeleton className="h-11 w-48 rounded-control max-sm:hidden" />
      </div>
      <Skeleton className="col-span-2 h-11 rounded-control sm:hidden" />
    </div>
  );
}
