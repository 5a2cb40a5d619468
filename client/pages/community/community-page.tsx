import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { type CommunityDetail, CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { CommunityForm } from "#client/features/community/community-form.tsx";
import { DeleteCommunity } from "#client/features/community/delete-community.tsx";
import { DiscussionForm } from "#client/features/community/discussion-form.tsx";
import { DiscussionList } from "#client/features/community/discussion-list.tsx";
import { Invites } from "#client/features/community/invites.tsx";
import { JoinCommunity } from "#client/features/community/join-community.tsx";
import { MemberList } from "#client/features/community/member-list.tsx";
import { passageParams, readPassage } from "#client/features/community/passage-params.ts";
import { Schedule } from "#client/features/community/schedule.tsx";
import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { CommunityReports } from "#client/features/moderation/report-queue.tsx";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError, useRouteParam } from "#client/lib/hooks/route-params.ts";
import { loadMessages, type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const CommunityChallenges = lazyComponent(async () => {
  await loadMessages("challenge");
  return (await import("#client/features/challenges/community-challenges.tsx")).CommunityChallenges;
});

const tabTexts = {
  discussions: "community.tabDiscussions",
  challenges: "community.tabChallenges",
  members: "community.tabMembers",
  about: "community.tabAbout",
  reports: "community.tabReports",
} as const satisfies Record<string, MessageKey>;
type Tab = keyof typeof tabTexts;

/** `/community/:id` */
export function CommunityPage() {
  const communityId = useRouteParam("id", CommunityId);
  const community = useQuery(query(communityContract.getCommunity, { params: { communityId } }));
  const [params] = useSearchParams();
  usePageTitle(community.data?.name ?? null);
  const invite = params.get("invite");
  const isUnknown = getErrorStatus(community.error) === 404;
  if (isUnknown && !invite) throw new PageNotFoundError();
  return (
    <>
      <TextLink to="/community" className="mb-2 inline-flex min-h-11 items-center text-small">
        {t("community.allCommunities")}
      </TextLink>
      {isUnknown ? (
        <JoinCommunity communityId={communityId} community={null} />
      ) : (
        <QueryState query={community} loading={<CommunityPageSkeleton />} errorTitle={t("community.failed")}>
          {(shown) => <Details community={shown} />}
        </QueryState>
      )}
    </>
  );
}

function Details({ community }: { readonly community: CommunityDetail }) {
  const { name, about, visibility, memberCount, membership, deletedAt, isOpen } = community;
  const [params, setParams] = useSearchParams();
  const [isEditing, setEditing] = useState(false);
  const isSignedIn = useUser() !== null;
  const tabs = (["discussions", "challenges", "members", "about", "reports"] as const).filter(
    (tab) => (tab !== "reports" || community.canModerate) && (tab !== "members" || isSignedIn),
  );
  const tab: Tab = tabs.find((known) => known === params.get("tab")) ?? "discussions";
  return (
    <>
      <PageHeader
        title={name}
        hint={
          <span className="flex flex-wrap items-center gap-x-3 text-small">
            {t("community.members", { n: memberCount })}
            {visibility === "request" && (
              <span className="inline-flex items-center gap-1.5">
                <Lock aria-hidden className="size-4" />
                {t("community.byRequest")}
              </span>
            )}
          </span>
        }
        actions={
          <div className="flex flex-wrap gap-2">
            {membership?.role === "owner" && !deletedAt && (
              <Button tone="secondary" size="small" onClick={() => setEditing(true)}>
                {t("community.edit")}
              </Button>
            )}
            {membership?.role === "owner" && <DeleteCommunity community={community} />}
            {!deletedAt && isOpen && membership?.state === "active" && (
              <FollowButton kind="community" id={community.id} />
            )}
            {!deletedAt && <JoinCommunity communityId={community.id} community={community} />}
          </div>
        }
      />
      {deletedAt && <p className="mb-4 text-destructive">{t("community.isDeleted")}</p>}
      {about && (
        <p dir="auto" className="mb-6 max-w-measure whitespace-pre-line">
          {about}
        </p>
      )}
      {isOpen ? (
        <Tabs
          isPageWide
          label={name}
          tabs={tabs.map((value) => ({ value, label: t(tabTexts[value]) }))}
          value={tab}
          onChange={(selected) => setParams({ tab: selected }, { replace: true })}
        >
          <TabContent tab={tab} community={community} />
        </Tabs>
      ) : (
        <ClosedCommunity community={community} />
      )}
      {isEditing && (
        <CommunityForm
          community={community}
          onClose={() => setEditing(false)}
          onSaved={() => setEditing(false)}
        />
      )}
    </>
  );
}

function TabContent({ tab, community }: { readonly tab: Tab; readonly community: CommunityDetail }) {
  const [params, setParams] = useSearchParams();
  const passage = readPassage(params);
  const navigate = useNavigate();
  const isStarting = params.has("start") || passage !== null;
  const close = () =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const name of ["start", ...passageParams]) next.delete(name);
        return next;
      },
      { replace: true },
    );
  if (tab === "members") {
    return (
      <div className="flex flex-col gap-6">
        {community.canModerate && <Invites communityId={community.id} />}
        <MemberList community={community} />
      </div>
    );
  }
  if (tab === "challenges") {
    return (
      <Suspense>
        <CommunityChallenges
          communityId={community.id}
          canJoin={community.membership?.state === "active"}
          canModerate={community.canModerate}
        />
      </Suspense>
    );
  }
  if (tab === "reports") return <CommunityReports communityId={community.id} />;
  if (tab === "about") {
    return (
      <div className="flex flex-col gap-6">
        <Rules rules={community.rules} />
        <Schedule community={community} />
      </div>
    );
  }
  return (
    <div className="grid items-start gap-x-10 gap-y-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <aside aria-label={t("community.tabAbout")} className="flex flex-col gap-6 lg:col-start-2">
        <Schedule
          community={{ ...community, canModerate: false, schedule: community.schedule.slice(0, 1) }}
        />
        <div className="max-lg:hidden">
          <Rules rules={community.rules} />
        </div>
      </aside>
      <div className="flex flex-col gap-6 lg:col-start-1 lg:row-start-1">
        <DiscussionList
          community={community}
          onStart={() =>
            setParams((previous) => new URLSearchParams([...previous, ["start", "1"]]), { replace: true })
          }
        />
        {isStarting && community.canPost && (
          <DiscussionForm
            community={community}
            passage={passage}
            onClose={close}
            onStarted={({ id }) =>
              void navigate(`/community/${community.id}/discussions/${id}`, { replace: true })
            }
          />
        )}
      </div>
    </div>
  );
}

function Rules({ rules }: { readonly rules: string }) {
  return (
    <Card>
      <h2 className="mb-3 font-semibold font-title text-h3">{t("community.rules")}</h2>
      <p dir="auto" className="max-w-measure whitespace-pre-line">
        {rules || t("community.noRules")}
      </p>
    </Card>
  );
}

function ClosedCommunity({ community }: { readonly community: CommunityDetail }) {
  const isPending = community.membership?.state === "pending";
  return (
    <div className="flex flex-col gap-6">
      <EmptyState
        title={t(isPending ? "community.pending" : "community.closed")}
        hint={t(isPending ? "community.pendingHint" : "community.closedHint")}
      />
      {community.rules && <Rules rules={community.rules} />}
    </div>
  );
}

function CommunityPageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t("common.loading")}</span>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}
