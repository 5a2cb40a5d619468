import { t } from "#client/lib/i18n/i18n.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";

export function BookPageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6 sm:flex-row sm:gap-8 lg:gap-12">
      <span className="sr-only">{t("common.loading")}</span>
      <Skeleton className="mx-auto aspect-2/3 w-44 shrink-0 self-start rounded-cover sm:mx-0 sm:w-52 lg:w-64" />
      <div className="flex flex-1 flex-col gap-4">
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-5 w-1/4" />
        <Skeleton className="h-11 w-64 rounded-control" />
        <Skeleton className="mt-6 h-24 max-w-measure" />
      </div>
    </div>
  );
}
