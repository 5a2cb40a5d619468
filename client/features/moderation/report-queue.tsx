import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { Link } from "react-router-dom";
import type { CommunityId } from "#shared/community/community.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { moderationContract, type ReportGroup } from "#shared/moderation/contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";
import { type RenderSuspendDialog, ReportCard } from "./report-card.tsx";

const { listReports, listCommunityReports, listHeldPosts } = moderationContract;

/** Reports on posts of one community, for its moderators. */
export function CommunityReports({ communityId }: { readonly communityId: CommunityId }) {
  const reports = useQuery(query(listCommunityReports, { params: { communityId } }));
  return (
    <QueryState
      query={reports}
      loading={<ReportsSkeleton />}
      isEmpty={({ groups }) => groups.length === 0}
      empty={<EmptyState title={t("moderation.none")} hint={t("moderation.noneHint")} />}
    >
      {({ groups }) => <Groups groups={groups} isStaff={false} />}
    </QueryState>
  );
}

/** All reports, for staff. */
export function ReportQueue({ renderSuspendDialog }: { readonly renderSuspendDialog: RenderSuspendDialog }) {
  const list = usePagedQuery(listReports, { query: {} });
  return (
    <>
      <PagedList
        query={list}
        skeleton={<Skeleton className="h-44 rounded-card" />}
        skeletonCount={2}
        empty={<EmptyState title={t("moderation.none")} hint={t("moderation.noneHint")} />}
        renderRows={(groups) => <Groups groups={groups} isStaff renderSuspendDialog={renderSuspendDialog} />}
      />
      <HeldPosts />
    </>
  );
}

const ReportsSkeleton = () => (
  <Skeletons count={2} className="flex flex-col gap-4">
    <Skeleton className="h-44 rounded-card" />
  </Skeletons>
);

interface GroupsProps {
  readonly groups: readonly ReportGroup[];
  readonly isStaff: boolean;
  readonly renderSuspendDialog?: RenderSuspendDialog;
}

/** J and K move between reports; the letters of the actions decide the focused one. */
function Groups({ groups, ...props }: GroupsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const { key, target, currentTarget } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(target)) return;
    const items = [...currentTarget.children] as HTMLElement[];
    const focused = items.findIndex((item) => item.contains(target as Node));
    // A dialog of a report is outside the list in the document.
    if (focused < 0) return;
    const step = { j: 1, k: -1 }[key];
    if (step) items[Math.min(items.length - 1, Math.max(0, focused + step))]?.focus();
    else items[focused]?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.click();
  };
  return (
    <>
      <p className="mb-3 text-muted text-small max-md:hidden">{t("moderation.keys")}</p>
      <ul className="flex flex-col gap-4" onKeyDown={onKeyDown}>
        {groups.map((group, index) => (
          <li
            key={`${group.subjectType} ${group.subjectId}`}
            tabIndex={index === 0 ? 0 : -1}
            className="rounded-card"
          >
            <ReportCard group={group} {...props} />
          </li>
        ))}
      </ul>
    </>
  );
}

const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Posts with links of new writers, which wait for approval. */
function HeldPosts() {
  const heldPosts = useQuery(query(listHeldPosts, { query: {} }));
  const moderateMutation = useContractMutation(discussionsContract.moderatePost);
  if (!heldPosts.data || heldPosts.data.length === 0) return null;
  return (
    <Section title={t("moderation.held")}>
      <ul className="flex flex-col gap-4">
        {heldPosts.data.map(({ postId, communityId, discussionId, title, text, author, createdAt }) => {
          const decide = (state: "shown" | "removed") =>
            moderateMutation.mutate({ params: { postId }, body: { state } });
          return (
            <li key={postId}>
              <Card className="flex flex-col gap-3">
                <p className="flex flex-wrap gap-x-3 text-muted text-small">
                  <Link to={`/community/${communityId}/discussions/${discussionId}`} className="text-ink">
                    <bdi>{title}</bdi>
                  </Link>
                  <bdi>{author?.name}</bdi>
                  <time dateTime={createdAt.toISOString()}>{formatRelativeTime(createdAt)}</time>
                </p>
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {text}
                </p>
                <div className="flex gap-2">
                  <Button size="small" onClick={() => decide("shown")}>
                    {t("moderation.approve")}
                  </Button>
                  <Button size="small" tone="destructive" onClick={() => decide("removed")}>
                    {t("moderation.remove")}
                  </Button>
                </div>
              </Card>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
