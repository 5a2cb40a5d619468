import { BookLock } from "lucide-react";
import * as z from "zod/mini";
import type { CommunityDetail } from "#shared/community/community.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { DiscussionRow } from "./discussion-row.tsx";

const Filters = z.object({ search: z.optional(z.string()) });

interface DiscussionListProps {
  readonly community: CommunityDetail;
  readonly onStart: () => void;
}

export function DiscussionList({ community, onStart }: DiscussionListProps) {
  const [{ search = "" }, setFilter] = useListParams(Filters);
  const list = usePagedQuery(discussionsContract.listDiscussions, {
    params: { communityId: community.id },
    query: { ...(search && { search }) },
  });
  const aheadCount = list.first?.aheadCount ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <div className="min-w-48 flex-1">
          <SearchField
            label={t("community.searchDiscussions")}
            value={search}
            onSearch={(text) => setFilter("search", text)}
          />
        </div>
        {community.canPost && <Button onClick={onStart}>{t("community.start")}</Button>}
      </div>
      <AheadCount count={aheadCount} />
      <PagedList
        query={list}
        skeleton={<Skeleton className="h-24 rounded-card" />}
        empty={
          <EmptyState
            title={t(search ? "community.nothingFound" : "community.noDiscussions")}
            hint={t(search ? "community.nothingFoundHint" : "community.noDiscussionsHint")}
          />
        }
        errorTitle={t("community.failed")}
      >
        {(discussion) => <DiscussionRow discussion={discussion} />}
      </PagedList>
    </div>
  );
}

/** How many discussions are about positions that the reader has not reached. */
function AheadCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p className="flex items-start gap-3 rounded-card border border-line border-dashed p-4 text-muted text-small">
      <BookLock aria-hidden className="size-5 shrink-0 text-accent" />
      <span>
        <span className="block font-medium text-ink">{t("community.ahead", { n: count })}</span>
        {t("community.aheadHint")}
      </span>
    </p>
  );
}
