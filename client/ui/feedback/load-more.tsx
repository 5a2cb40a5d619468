import { useEffect, useRef, useState } from "react";
import type { MoreRows } from "#client/lib/api/paged-query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { ErrorState } from "./query-state.tsx";

interface LoadMoreProps {
  /** Null at the end of the list. */
  readonly more: MoreRows | null;
  /** Only the button loads. */
  readonly isManual?: boolean;
  readonly label?: string;
  readonly className?: string;
}

/** Loads the next page before the end of a list is reached, and offers a button. */
export function LoadMore({
  more,
  isManual = false,
  label = t("ui.showMore"),
  className = "mt-8",
}: LoadMoreProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  useLoadNearEnd(container, isManual ? null : more);

  if (more?.error) return <ErrorState error={more.error} onRetry={more.load} />;
  if (!more) return isPressed && <EndOfList />;
  const load = () => {
    setPressed(true);
    more.load();
  };
  return (
    <div ref={container} className={`grid place-items-center ${className}`}>
      <Button tone="secondary" isPending={more.isLoading} pendingText={t("common.loading")} onClick={load}>
        {label}
      </Button>
    </div>
  );
}

function useLoadNearEnd(container: { readonly current: HTMLElement | null }, more: MoreRows | null): void {
  const load = useRef(more?.load);
  load.current = more?.load;
  const canLoad = more !== null && !more.isLoading && !more.error;
  useEffect(() => {
    if (!container.current || !canLoad) return;
    const observer = new IntersectionObserver(
      // One callback may carry several changes.
      (entries) => entries.at(-1)?.isIntersecting && load.current?.(),
      { rootMargin: "800px" },
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [container, canLoad]);
}

/** Takes the focus of the button that it replaces. */
function EndOfList() {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="relative">
      <p ref={end} tabIndex={-1} className="sr-only">
        {t("ui.noMore")}
      </p>
    </div>
  );
}
