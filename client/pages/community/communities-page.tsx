import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import * as z from "zod/mini";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import { booksContract } from "#shared/books/contract.ts";
import { communityContract } from "#shared/community/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { CommunityFeed } from "#client/features/community/community-feed.tsx";
import { CommunityForm } from "#client/features/community/community-form.tsx";
import { CommunityTile, CommunityTileSkeleton } from "#client/features/community/community-tile.tsx";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Section } from "#client/ui/section.tsx";

const { listCommunities } = communityContract;
const Filters = z.object({ search: z.optional(z.string()), genre: z.optional(z.string()) });
const className = "grid gap-4 sm:grid-cols-2";

/** `/community`: the reader's communities, suggestions and all others. */
export function CommunitiesPage() {
  const { user } = useSession();
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isChoosingForDiscussion = params.has("discuss");
  usePageTitle(t("shell.community"));
  return (
    <>
      <PageHeader
        isTitleInBar
        title={t("shell.community")}
        hint={t(isChoosingForDiscussion ? "community.chooseHint" : "community.hint")}
        actions={
          user ? (
            <div className="flex flex-wrap gap-2">
              <MessagesLink />
              <Button onClick={() => setCreating(true)}>{t("community.newCommunity")}</Button>
            </div>
          ) : (
            <ButtonLink to={getSignInPath("/community")}>{t("community.signInToJoin")}</ButtonLink>
          )
        }
      />
      {user && <MyCommunities />}
      {user && !isChoosingForDiscussion && <CommunityFeed />}
      {user && !isChoosingForDiscussion && <SuggestedCommunities />}
      {!isChoosingForDiscussion && <AllCommunities />}
      {isCreating && (
        <CommunityForm
          community={null}
          onClose={() => setCreating(false)}
          onSaved={({ id }) => void navigate(`/community/${id}`)}
        />
      )}
    </>
  );
}

function MessagesLink() {
  const unread = useQuery(query(messagesContract.countUnread, {}));
  const count = unread.data?.count ?? 0;
  return (
    <ButtonLink to="/messages" tone="secondary" icon={<Mail aria-hidden />}>
      {t("community.messages")}
      {count > 0 && (
        <span className="rounded-full bg-primary px-2 py-0.5 text-badge text-on-primary">{count}</span>
      )}
    </ButtonLink>
  );
}

function MyCommunities() {
  const myCommunities = useQuery(query(listCommunities, { query: { only: "mine", limit: 50 } }));
  const { search } = useLocation();
  if (myCommunities.data?.communities.length === 0) return null;
  return (
    <Section title={t("community.mine")}>
      <QueryState query={myCommunities} loading={<CommunitiesSkeleton />} errorTitle={t("community.failed")}>
        {({ communities }) => <CommunityGrid communities={communities} search={search} />}
      </QueryState>
    </Section>
  );
}

/** Hidden while there are none, and when they cannot be loaded. */
function SuggestedCommunities() {
  const { data } = useQuery(query(listCommunities, { query: { only: "suggested", limit: 3 } }));
  if (!data || data.communities.length === 0) return null;
  return (
    <Section title={t("community.suggested")}>
      <CommunityGrid communities={data.communities} />
    </Section>
  );
}

function AllCommunities() {
  const [{ search = "", genre = "" }, setFilter] = useListParams(Filters);
  const genres = useQuery(query(booksContract.listGenres, {}));
  const list = usePagedQuery(listCommunities, {
    query: { limit: 24, ...(search && { search }), ...(genre && { genre }) },
  });
  const isFiltered = Boolean(search || genre);
  const others = list.rows?.filter(({ membership }) => membership === null || membership.state === "banned");
  return (
    <Section title={t("community.all")}>
      <div className="mb-4 flex flex-wrap gap-3">
        <div className="min-w-48 flex-1">
          <SearchField
            label={t("community.search")}
            value={search}
            onSearch={(text) => setFilter("search", text)}
          />
        </div>
        <Select
          label={t("community.genre")}
          isLabelHidden
          options={[
            { value: "", label: t("community.anyGenre") },
            ...(genres.data ?? []).map(({ name }) => ({ value: name, label: getGenreName(name) })),
          ]}
          value={genre}
          onChange={(name) => setFilter("genre", name)}
        />
      </div>
      <PagedList
        query={isFiltered ? list : { ...list, rows: others }}
        className={className}
        itemClassName="min-w-0"
        skeleton={<CommunityTileSkeleton />}
        skeletonCount={3}
        empty={
          list.rows?.length === 0 && (
            <EmptyState
              title={t(isFiltered ? "community.nothingFound" : "community.none")}
              hint={t(isFiltered ? "community.nothingFoundHint" : "community.noneHint")}
            />
          )
        }
        errorTitle={t("community.failed")}
      >
        {(community) => <CommunityTile community={community} search="" />}
      </PagedList>
    </Section>
  );
}

type Communities = Parameters<typeof CommunityTile>[0]["community"][];

interface GridProps {
  readonly communities: Communities;
  readonly search?: string;
}

function CommunityGrid({ communities, search = "" }: GridProps) {
  return (
    <ul className={className}>
      {communities.map((community) => (
        <li key={community.id} className="min-w-0">
          <CommunityTile community={community} search={search} />
        </li>
      ))}
    </ul>
  );
}

const CommunitiesSkeleton = () => (
  <Skeletons count={3} className={className}>
    <CommunityTileSkeleton />
  </Skeletons>
);
