import { useInfiniteQuery } from "@tanstack/react-query";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { Section } from "#client/ui/section.tsx";
import { DiscussionRow } from "./discussion-row.tsx";

const pageSize = 5;

/** The latest discussions of the reader's communities; nothing without any. */
export function CommunityFeed() {
  const feed = useInfiniteQuery(infiniteQuery(discussionsContract.listFeed, { query: { limit: pageSize } }));
  const discussions = feed.data?.pages.flatMap((page) => page.discussions) ?? [];
  if (discussions.length === 0) return null;
  return (
    <Section title={t("community.feed")}>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {discussions.map(({ communityName, ...discussion }) => (
          <DiscussionRow key={discussion.id} discussion={discussion} communityName={communityName} />
        ))}
      </ul>
      <LoadMore
        hasMore={feed.hasNextPage}
        isLoading={feed.isFetchingNextPage}
        error={feed.isFetchNextPageError ? feed.error : null}
        onLoad={() => void feed.fetchNextPage()}
      />
    </Section>
  );
}
