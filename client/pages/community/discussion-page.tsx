import { useQuery } from "@tanstack/react-query";
import { Bell, BellOff, BookLock, FolderInput, Lock, LockOpen, Pencil, Pin, PinOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { CommunityId } from "#shared/community/community.ts";
import { type Discussion, DiscussionId, type DiscussionReply } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { CannotReply } from "#client/features/community/cannot-reply.tsx";
import { MoveDiscussion } from "#client/features/community/move-discussion.tsx";
import { PostList } from "#client/features/community/post-list.tsx";
import { RenameDiscussion } from "#client/features/community/rename-discussion.tsx";
import { watchDiscussion } from "#client/features/live-events/open-discussions.ts";
import { ReportContent, type ReportedSubject } from "#client/features/moderation/report-content.tsx";
import { usePersonActions } from "#client/features/people/use-person-actions.tsx";
import { getSentenceUrl } from "#client/features/reader/chapter-url.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError, useRouteParam } from "#client/lib/hooks/route-params.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const { getDiscussion, openDiscussion, followDiscussion, updateDiscussion } = discussionsContract;

/** `/community/:communityId/discussions/:discussionId`; `?post=` shows one post */
export function DiscussionPage() {
  const communityId = useRouteParam("communityId", CommunityId);
  const discussionId = useRouteParam("discussionId", DiscussionId);
  const isReader = useUser() !== null;
  const reply = useQuery(query(getDiscussion, { params: { discussionId } }));
  usePageTitle(reply.data?.discussion?.title ?? null);
  useEffect(() => (isReader ? watchDiscussion(discussionId) : undefined), [discussionId, isReader]);

  if (getErrorStatus(reply.error) === 404) throw new PageNotFoundError();
  return (
    <div className="max-w-3xl">
      <TextLink
        to={`/community/${communityId}`}
        className="mb-2 inline-flex min-h-11 items-center text-small"
      >
        <bdi>{reply.data?.communityName ?? t("community.backToCommunity")}</bdi>
      </TextLink>
      <QueryState
        query={reply}
        loading={
          <Skeletons count={3} className="flex flex-col gap-4">
            <Skeleton className="h-36 rounded-card" />
          </Skeletons>
        }
        errorTitle={t("community.failed")}
      >
        {({ discussion, ...rest }) =>
          discussion ? (
            <OpenDiscussion discussion={discussion} {...rest} />
          ) : (
            <AheadNotice discussionId={discussionId} />
          )
        }
      </QueryState>
    </div>
  );
}

/** The warning before a discussion about a position that the reader has not reached. */
function AheadNotice({ discussionId }: { readonly discussionId: DiscussionId }) {
  const isReader = useUser() !== null;
  const openMutation = useContractMutation(openDiscussion);
  usePageTitle(t("community.aheadTitle"));
  return (
    <Card className="flex flex-col items-start gap-4">
      <BookLock aria-hidden className="size-10 text-accent" />
      <h1 className="font-semibold font-title text-h3">{t("community.aheadTitle")}</h1>
      <p className="max-w-measure text-muted">
        {t(isReader ? "community.aheadText" : "community.aheadGuest")}
      </p>
      {isReader && (
        <Button
          tone="secondary"
          isPending={openMutation.isPending}
          onClick={() => openMutation.mutate({ params: { discussionId } })}
        >
          {t("community.openAnyway")}
        </Button>
      )}
    </Card>
  );
}

type OpenDiscussionProps = Omit<DiscussionReply, "discussion"> & { readonly discussion: Discussion };

function OpenDiscussion({ discussion, permissions }: OpenDiscussionProps) {
  const { id, title, anchor, isLocked, isPinned, isMembersOnly } = discussion;
  const [params, setParams] = useSearchParams();
  const [reported, setReported] = useState<ReportedSubject | null>(null);
  const isReader = useUser() !== null;
  const getPersonActions = usePersonActions();
  const requested = params.get("post");
  const target = requested !== null && /^\d{1,9}$/.test(requested) ? Number(requested) : null;
  return (
    <>
      <PageHeader
        title={title}
        hint={
          (isLocked || isPinned || isMembersOnly) && (
            <span className="flex flex-wrap gap-3 text-small">
              {isMembersOnly && <span>{t("community.membersOnly")}</span>}
              {isPinned && <span>{t("community.pinned")}</span>}
              {isLocked && <span>{t("community.locked")}</span>}
            </span>
          )
        }
        actions={isReader && <Actions discussion={discussion} permissions={permissions} />}
      />
      {anchor && (
        <div className="mb-5 flex items-center gap-3 rounded-card border border-line bg-surface p-3 text-small">
          <Cover book={anchor.book} sizes="40px" className="w-10 shrink-0" />
          <p>
            <TextLink to={getReadPath(anchor)}>
              <bdi>{anchor.book.title}</bdi>
            </TextLink>
            <span className="block text-muted">
              {t("community.atPosition", { at: formatPercent(anchor.locator.fraction) })}
            </span>
          </p>
        </div>
      )}
      <PostList
        key={`${id} ${target ?? ""}`}
        discussion={discussion}
        permissions={permissions}
        target={target}
        onJump={(number) => setParams({ post: String(number) }, { replace: true })}
        getPersonActions={getPersonActions}
        onReport={({ id }) => setReported({ type: "post", id })}
      />
      <CannotReply communityId={discussion.communityId} isLocked={isLocked} permissions={permissions} />
      {reported && <ReportContent subject={reported} onClose={() => setReported(null)} />}
    </>
  );
}

function getReadPath({ book, locator }: NonNullable<Discussion["anchor"]>): string {
  return locator.sentence ? getSentenceUrl(book.id, locator.sentence) : `/book/${book.id}`;
}

interface ActionsProps {
  readonly discussion: Discussion;
  readonly permissions: DiscussionReply["permissions"];
}

function Actions({ discussion, permissions: { canPost, canModerate } }: ActionsProps) {
  const { id, author, isFollowing, isLocked, isPinned } = discussion;
  const me = useUser();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<"rename" | "move" | null>(null);
  const close = () => setOpenDialog(null);
  const params = { discussionId: id };
  const followMutation = useContractMutation(followDiscussion);
  const updateMutation = useContractMutation(updateDiscussion);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        tone="secondary"
        size="small"
        aria-pressed={isFollowing}
        icon={isFollowing ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        onClick={() => followMutation.mutate({ params, body: { isFollowing: !isFollowing } })}
      >
        {t(isFollowing ? "community.unfollow" : "community.follow")}
      </Button>
      {(canModerate || (me && author?.id === me.id && canPost && !isLocked)) && (
        <Button
          tone="secondary"
          size="small"
          icon={<Pencil aria-hidden />}
          onClick={() => setOpenDialog("rename")}
        >
          {t("community.rename")}
        </Button>
      )}
      {openDialog === "rename" && <RenameDiscussion discussion={discussion} onClose={close} />}
      {openDialog === "move" && (
        <MoveDiscussion
          discussion={discussion}
          onClose={close}
          onMoved={(communityId) =>
            void navigate(`/community/${communityId}/discussions/${id}`, { replace: true })
          }
        />
      )}
      {canModerate && (
        <>
          <Button
            tone="secondary"
            size="small"
            icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            onClick={() => updateMutation.mutate({ params, body: { isPinned: !isPinned } })}
          >
            {t(isPinned ? "community.unpin" : "community.pin")}
          </Button>
          <Button
            tone="secondary"
            size="small"
            icon={isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
            onClick={() => updateMutation.mutate({ params, body: { isLocked: !isLocked } })}
          >
            {t(isLocked ? "community.unlock" : "community.lock")}
          </Button>
          {me && (
            <Button
              tone="secondary"
              size="small"
              icon={<FolderInput aria-hidden />}
              onClick={() => setOpenDialog("move")}
            >
              {t("community.move")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
