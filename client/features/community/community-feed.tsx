import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Section } from "#client/ui/section.tsx";
import { DiscussionRow } from "./discussion-row.tsx";

const pageSize = 5;

/** The latest discussions of the reader's communities; nothing without any. */
export function CommunityFeed() {
  const feed = usePagedQuery(discussionsContract.listFeed, { query: { limit: pageSize } });
  if (!feed.rows?.length) return null;
  return (
    <Section title={t("community.feed")}>
      <PagedList query={feed}>
        {({ communityName, ...discussion }) => (
          <DiscussionRow discussion={discussion} communityName={communityName} />
        )}
      </PagedList>
    </Section>
  );
}
