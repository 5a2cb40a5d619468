import { useEffect, useRef, useState } from "react";
import type { Discussion, Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { PostView } from "./post-view.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { usePostActions } from "./use-post-actions.tsx";
import { usePosts } from "./use-posts.ts";
import { useReadTracking } from "./use-read-tracking.ts";

interface PostListProps {
  readonly discussion: Discussion;
  readonly permissions: { readonly canPost: boolean; readonly canModerate: boolean };
  /** The number to show; null for the first unread one. */
  readonly target: number | null;
  readonly onJump: (number: number) => void;
  readonly getPersonActions: (author: Post["author"]) => MenuProps["groups"];
  readonly onReport: (post: Post) => void;
}

/** Posts shown before the first unread one. */
const contextPosts = 2;

export function PostList(props: PostListProps) {
  const { discussion, permissions, target, onJump, getPersonActions, onReport } = props;
  const isReader = useUser() !== null;
  const [range] = useState(() => getInitialRange(discussion, target));
  const { query, replace } = usePosts(discussion.id, range.from);
  const posts = query.rows ?? [];
  const canWrite = permissions.canPost && (!discussion.isLocked || permissions.canModerate);
  const actions = usePostActions({ permissions, canWrite, replace, onReport });
  const { parent, quoted, reply, quote, cancel } = useReplyTarget();
  const [lastSeen, setLastSeen] = useState(-1);
  const container = useRef<HTMLDivElement>(null);
  const numbers = posts.map(({ number }) => number);
  const onSeen = (number: number) => setLastSeen((previous) => Math.max(previous, number));
  useReadTracking(discussion.id, container, numbers, { isEnabled: isReader, onSeen });
  useScrollTo(container, range.target, numbers);

  const newest = Math.max(lastSeen, range.lastNumber);
  const isTracking = !query.next && lastSeen >= 0;
  const newNumbers = isTracking ? numbers.filter((number) => number > newest) : [];
  return (
    <div ref={container} className="flex flex-col gap-4">
      <PagedList
        query={query}
        previousLabel={t("community.earlier")}
        skeleton={<Skeleton className="h-36 rounded-card" />}
        skeletonCount={3}
        errorTitle={t("community.failed")}
        renderRows={() => (
          <Posts
            posts={posts}
            target={target}
            actions={actions}
            replace={replace}
            getPersonActions={getPersonActions}
            onReply={canWrite ? reply : null}
            onQuote={canWrite ? quote : null}
            onJump={(number) => focusPost(container.current, number) || onJump(number)}
          />
        )}
      />
      {newNumbers[0] !== undefined && (
        <NewReplies
          count={newNumbers.length}
          onShow={() => void focusPost(container.current, newNumbers[0])}
        />
      )}
      {canWrite && (
        <ReplyForm
          communityId={discussion.communityId}
          discussionId={discussion.id}
          parent={parent}
          quoted={quoted}
          onEnd={cancel}
        />
      )}
      {actions.moderationDialog}
    </div>
  );
}

/** The post that is answered, and the text that is quoted. */
function useReplyTarget() {
  const [parent, setParent] = useState<Post | null>(null);
  const [quoted, setQuoted] = useState<{ readonly text: string } | null>(null);
  const reply = (post: Post) => setParent(post.number === 0 ? null : post);
  return {
    parent,
    quoted,
    reply,
    quote: (post: Post, text: string) => {
      reply(post);
      setQuoted({ text });
    },
    cancel: () => {
      setParent(null);
      setQuoted(null);
    },
  };
}

function NewReplies({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  return (
    <div className="sticky bottom-20 z-10 flex justify-center lg:bottom-6">
      <Button size="small" className="shadow-float" onClick={onShow}>
        {t("community.newReplies", { n: count })}
      </Button>
    </div>
  );
}

interface PostsProps extends Pick<PostListProps, "target" | "onJump" | "getPersonActions"> {
  readonly posts: readonly Post[];
  readonly actions: ReturnType<typeof usePostActions>;
  readonly replace: (post: Post) => void;
  /** Null for viewers who may not reply. */
  readonly onReply: ((post: Post) => void) | null;
  readonly onQuote: ((post: Post, text: string) => void) | null;
}

function Posts(props: PostsProps) {
  const { posts, target, actions, replace, getPersonActions, onReply, onQuote, onJump } = props;
  return (
    <ol className="flex flex-col gap-4">
      {posts.map((post) => (
        <li key={post.id}>
          <PostView
            post={post}
            isTarget={post.number === target}
            actions={[...actions.getMenuGroups(post), ...getPersonActions(post.author)]}
            onLike={actions.canLike(post) ? () => actions.like(post) : null}
            onReply={onReply && (() => onReply(post))}
            onQuote={onQuote && ((text) => onQuote(post, text))}
            onJump={onJump}
            editor={
              actions.edited?.id === post.id ? (
                <PostEditor
                  post={post}
                  onClose={() => actions.setEdited(null)}
                  onSaved={(saved) => {
                    replace(saved);
                    actions.setEdited(null);
                  }}
                />
              ) : null
            }
          />
        </li>
      ))}
    </ol>
  );
}

/** Where the list begins, what it scrolls to, and the newest post at that time. */
function getInitialRange({ readNumber, lastNumber }: Discussion, target: number | null) {
  const unread = readNumber !== null && readNumber >= 0 && readNumber < lastNumber ? readNumber + 1 : null;
  const scrollTarget = target ?? unread;
  return { from: Math.max(0, (scrollTarget ?? 0) - contextPosts), target: scrollTarget, lastNumber };
}

/** @returns whether the post is in the list */
function focusPost(container: HTMLElement | null, number: number | undefined): boolean {
  const post = container?.querySelector<HTMLElement>(`[data-number="${number}"]`);
  post?.scrollIntoView({ block: "start" });
  post?.focus({ preventScroll: true });
  return Boolean(post);
}

/** Scrolls once to a post; to the next one where it is held, and so not in the list. */
function useScrollTo(
  container: { readonly current: HTMLElement | null },
  target: number | null,
  numbers: readonly number[],
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || numbers.length === 0 || target === null) return;
    isDone.current = true;
    focusPost(
      container.current,
      numbers.find((number) => number >= target),
    );
  }, [container, target, numbers]);
}

interface PostEditorProps {
  readonly post: Post;
  readonly onClose: () => void;
  readonly onSaved: (post: Post) => void;
}

function PostEditor({ post, onClose, onSaved }: PostEditorProps) {
  const form = useContractForm(discussionsContract.updatePost, {
    values: { text: post.source ?? "" },
    toInput: (body) => ({ params: { postId: post.id }, body }),
    warnsUnsaved: true,
    onSuccess: onSaved,
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <RichTextArea {...form.field("text")} label={t("community.text")} rows={6} />
      <FormFooter
        error={form.error}
        cause={form.cause}
        submit={t("common.save")}
        isPending={form.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
