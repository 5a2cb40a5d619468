import { usePendingContent } from "#client/lib/hooks/lazy-page.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";

const lines = [
  "w-full",
  "w-11/12",
  "w-full",
  "w-10/12",
  "w-full",
  "w-9/12",
  "w-0",
  "w-full",
  "w-11/12",
  "w-8/12",
];

/** Other parts of the app wait for the book. */
export function ReaderSkeleton() {
  usePendingContent();
  return (
    <div role="status" className="absolute inset-0 z-10 bg-paper px-6 pt-24">
      <span className="sr-only">{t("reader.opening")}</span>
      <div aria-hidden className="mx-auto flex max-w-measure flex-col gap-4">
        <Skeleton className="mb-6 h-8 w-1/2" />
        {lines.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical lines in a fixed order.
          <Skeleton key={index} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  );
}
