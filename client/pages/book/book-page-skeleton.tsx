import { bookHeaderLayout } from "#client/features/books/book-header.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";

export function BookPageSkeleton() {
  return (
    <div role="status" className={bookHeaderLayout}>
      <span className="sr-only">{t("common.loading")}</span>
      <Skeleton className="aspect-2/3 w-full self-start rounded-cover sm:row-span-2" />
      <div className="flex min-w-0 flex-col gap-4">
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-5 w-1/4" />
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-sm:col-span-2">
        <Skeleton className="h-11 w-64 max-w-full rounded-control" />
        <Skeleton className="mt-6 h-24 max-w-measure" />
      </div>
    </div>
  );
}
