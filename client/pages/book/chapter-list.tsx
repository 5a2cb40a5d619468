import { Children, type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";

/** Longer lists are collapsed. */
const initialCount = 8;

export function ChapterList({ children }: { readonly children: ReactNode }) {
  const rows = Children.toArray(children);
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isExpanded) return;
    const row = list.current?.children[initialCount];
    row?.querySelector<HTMLElement>("a, button:enabled")?.focus({ preventScroll: true });
  }, [isExpanded]);
  return (
    <>
      <ol
        ref={list}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
      >
        {isExpanded ? rows : rows.slice(0, initialCount)}
      </ol>
      {rows.length > initialCount && !isExpanded && (
        <Button tone="quiet" className="mt-2" onClick={() => setExpanded(true)}>
          {t("book.showAllChapters", { n: rows.length })}
        </Button>
      )}
    </>
  );
}

export function ChapterListSkeleton() {
  return (
    <Skeletons count={4} className="flex flex-col gap-2">
      <Skeleton className="h-14 rounded-control" />
    </Skeletons>
  );
}
