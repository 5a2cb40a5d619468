import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { CommunityId } from "#shared/community/community.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { moderationContract, type ReportGroup } from "#shared/moderation/contract.ts";
import { errorMessage } from "#client/lib/api/error-message.ts";
import { infiniteQuery, query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay, relativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { Section } from "#client/ui/section.tsx";

const {
  listReports,
  listCommunityReports,
  decideReports,
  readReportedMessages,
  listHeldPosts,
  removeAllPosts,
} = moderationContract;

/** Reports on posts of one community, for its moderators. */
export function CommunityReports({ communityId }: { readonly communityId: CommunityId }) {
  const reports = useQuery(query(listCommunityReports, { params: { communityId } }));
  return (
    <QueryState
      of={reports}
      loading={<Waiting />}
      isEmpty={({ groups }) => groups.length === 0}
      empty={<EmptyState title={t("moderation.none")} hint={t("moderation.noneHint")} />}
    >
      {({ groups }) => <Groups groups={groups} isStaff={false} />}
    </QueryState>
  );
}

/** All reports, for staff. */
export function ReportQueue() {
  const list = useInfiniteQuery(infiniteQuery(listReports, { query: {} }));
  return (
    <>
      <QueryState
        of={list}
        loading={<Waiting />}
        isEmpty={({ pages }) => pages[0]?.groups.length === 0}
        empty={<EmptyState title={t("moderation.none")} hint={t("moderation.noneHint")} />}
      >
        {({ pages }) => <Groups groups={pages.flatMap(({ groups }) => groups)} isStaff />}
      </QueryState>
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={() => void list.fetchNextPage()}
      />
      <HeldPosts />
    </>
  );
}

const Waiting = () => (
  <Skeletons many={2} className="flex flex-col gap-4">
    <Skeleton className="h-44 rounded-card" />
  </Skeletons>
);

interface GroupsProps {
  readonly groups: readonly ReportGroup[];
  readonly isStaff: boolean;
}

function Groups({ groups, isStaff }: GroupsProps) {
  return (
    <ul className="flex flex-col gap-4">
      {groups.map((group) => (
        <li key={`${group.subjectType} ${group.subjectId}`}>
          <Group group={group} isStaff={isStaff} />
        </li>
      ))}
    </ul>
  );
}

function Group({ group, isStaff }: { readonly group: ReportGroup; readonly isStaff: boolean }) {
  const { subjectType, subjectId, reasons, notes, text, accused, communityName, communityId, firstAt } =
    group;
  const [reason, setReason] = useState("");
  const deciding = useContractMutation(decideReports, {
    refreshes: [listReports, listCommunityReports],
    isSelfDescribing: true,
  });
  const decide = (decision: "dismiss" | "remove" | "warn") =>
    deciding.mutate({
      params: { subjectType, subjectId },
      body: { decision, ...(reason.trim() && { reason: reason.trim() }) },
    });
  return (
    <Card className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-x-3 text-muted text-small">
        <span className="font-medium text-ink">{t(`moderation.subject-${subjectType}`)}</span>
        {reasons.map((each) => (
          <span key={each.reason}>
            {t(`moderation.reason-${each.reason}`)} × {each.count}
          </span>
        ))}
        <time dateTime={firstAt.toISOString()}>{relativeTime(firstAt)}</time>
        {communityName && communityId && (
          <Link to={`/community/${communityId}`} className="text-ink">
            <bdi>{communityName}</bdi>
          </Link>
        )}
      </p>
      {text && (
        <blockquote
          dir="auto"
          className="max-h-60 overflow-y-auto whitespace-pre-line border-accent border-s-2 ps-3"
        >
          {text}
        </blockquote>
      )}
      {isStaff && group.messageCount > 0 && <PrivateMessages group={group} />}
      {notes.map((note) => (
        <p key={note} dir="auto" className="text-small">
          “{note}”
        </p>
      ))}
      {accused && <Accused accused={accused} isStaff={isStaff} />}
      <TextField
        label={t("moderation.decisionReason")}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {deciding.error && (
        <p role="alert" className="text-destructive text-small">
          {errorMessage(deciding.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" tone="secondary" onClick={() => decide("dismiss")}>
          {t("moderation.dismiss")}
        </Button>
        {subjectType !== "person" && (
          <Button size="small" tone="destructive" onClick={() => decide("remove")}>
            {t("moderation.remove")}
          </Button>
        )}
        <Button size="small" tone="secondary" onClick={() => decide("warn")}>
          {t("moderation.warn")}
        </Button>
      </div>
    </Card>
  );
}

interface AccusedProps {
  readonly accused: NonNullable<ReportGroup["accused"]>;
  readonly isStaff: boolean;
}

function Accused({ accused, isStaff }: AccusedProps) {
  const { id, name, username, createdAt, earlierActions, isSuspended } = accused;
  const removing = useContractMutation(removeAllPosts, { refreshes: [listReports] });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
      <span>
        <bdi className="font-medium">{name}</bdi> <bdi className="text-muted">@{username}</bdi>
      </span>
      <span className="text-muted">{t("moderation.since", { day: formatCalendarDay(createdAt) })}</span>
      {earlierActions > 0 && <span>{t("moderation.earlier", { n: earlierActions })}</span>}
      {isSuspended && <span>{t("moderation.isSuspended")}</span>}
      {isStaff && (
        <>
          <Link to={`/admin/view-users?search=${encodeURIComponent(username)}`} className="text-ink">
            {t("moderation.openUser")}
          </Link>
          <Button
            tone="quiet"
            size="small"
            isPending={removing.isPending}
            onClick={() => removing.mutate({ params: { userId: id }, body: { action: "remove" } })}
          >
            {t("moderation.removeAll")}
          </Button>
          <Button
            tone="quiet"
            size="small"
            onClick={() => removing.mutate({ params: { userId: id }, body: { action: "restore" } })}
          >
            {t("moderation.restoreAll")}
          </Button>
        </>
      )}
    </div>
  );
}

/** Private messages are read only with a reason, which is logged. */
function PrivateMessages({ group }: { readonly group: ReportGroup }) {
  const { subjectType, subjectId, messageCount } = group;
  const [reason, setReason] = useState("");
  const reading = useContractMutation(readReportedMessages, { isSelfDescribing: true });
  if (reading.data) {
    return (
      <ul className="flex flex-col gap-2">
        {reading.data.map(({ author, text, at }) => (
          <li key={`${at} ${text}`} className="border-accent border-s-2 ps-3">
            <bdi className="text-muted text-small">{author}</bdi>
            <p dir="auto" className="whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          label={t("moderation.readReason", { n: messageCount })}
          hint={t("moderation.readHint")}
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <Button
        tone="secondary"
        disabled={reason.trim().length < 3}
        isPending={reading.isPending}
        onClick={() => reading.mutate({ params: { subjectType, subjectId }, body: { reason } })}
      >
        {t("moderation.read")}
      </Button>
    </div>
  );
}

/** Posts with links of new writers, which wait for approval. */
function HeldPosts() {
  const held = useQuery(query(listHeldPosts, { query: {} }));
  const moderating = useContractMutation(discussionsContract.moderatePost, { refreshes: [listHeldPosts] });
  if (!held.data || held.data.length === 0) return null;
  return (
    <Section title={t("moderation.held")}>
      <ul className="flex flex-col gap-4">
        {held.data.map(({ postId, communityId, discussionId, title, text, author, createdAt }) => {
          const decide = (state: "shown" | "removed") =>
            moderating.mutate({ params: { postId }, body: { state } });
          return (
            <li key={postId}>
              <Card className="flex flex-col gap-3">
                <p className="flex flex-wrap gap-x-3 text-muted text-small">
                  <Link to={`/community/${communityId}/discussions/${discussionId}`} className="text-ink">
                    <bdi>{title}</bdi>
                  </Link>
                  <bdi>{author?.name}</bdi>
                  <time dateTime={createdAt.toISOString()}>{relativeTime(createdAt)}</time>
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
