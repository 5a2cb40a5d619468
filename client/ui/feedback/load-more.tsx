import { useEffect, useRef } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { ErrorState } from "./query-state.tsx";

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly onLoad: () => void;
  readonly isRequested?: boolean;
}

/** Loads the next page before the end of a list is reached, and offers a button. */
export function LoadMore({ hasMore, isLoading, error, onLoad, isRequested = false }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  load.current = onLoad;

  useEffect(() => {
    if (!end.current || !hasMore || isLoading || error || isRequested) return;
    const observer = new IntersectionObserver(
      // One callback may carry several changes.
      (entries) => entries.at(-1)?.isIntersecting && load.current(),
      { rootMargin: "800px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, isLoading, error, isRequested]);

  if (error) return <ErrorState error={error} onRetry={onLoad} />;
  if (!hasMore) return null;
  return (
    <div ref={end} className="mt-8 grid place-items-center">
      <Button tone="secondary" isPending={isLoading} pendingText={t("common.loading")} onClick={onLoad}>
        {t("ui.showMore")}
      </Button>
    </div>
  );
}
