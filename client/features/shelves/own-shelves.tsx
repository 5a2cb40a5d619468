import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { shelvesContract } from "#shared/shelves/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { ShelfList } from "./shelf-card.tsx";

const NewShelfDialog = lazyOverlay(async () => (await import("./shelf-dialog.tsx")).NewShelfDialog);

/** The user's shelves, and a button for a new one. */
export function OwnShelves() {
  const [isCreating, setCreating] = useState(false);
  const shelves = useQuery(query(shelvesContract.listShelves, { query: {} }));
  return (
    <>
      <h2 className="sr-only">{t("shelves.yours")}</h2>
      <div className="mb-5 flex flex-wrap gap-2">
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
          {t("shelves.new")}
        </Button>
      </div>
      <QueryState
        query={shelves}
        loading={<Skeleton className="h-40 rounded-card" />}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title={t("shelves.none")} hint={t("shelves.noneHint")} />}
        errorTitle={t("shelves.failed")}
      >
        {(all) => <ShelfList isOwn shelves={all} />}
      </QueryState>
      <Suspense>{isCreating && <NewShelfDialog onClose={() => setCreating(false)} />}</Suspense>
    </>
  );
}
