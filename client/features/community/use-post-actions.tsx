import { Flag, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { usePostModeration } from "./use-post-moderation.tsx";

const { deletePost, likePost } = discussionsContract;

interface Options {
  readonly permissions: { readonly canPost: boolean; readonly canModerate: boolean };
  /** Whether the viewer may change their posts; they may always delete them. */
  readonly canWrite: boolean;
  readonly replace: (post: Post) => void;
  readonly onReport: (post: Post) => void;
}

/** The viewer's actions on posts. */
export function usePostActions({ permissions, canWrite, replace, onReport }: Options) {
  const me = useUser();
  const [edited, setEdited] = useState<Post | null>(null);
  const deleteMutation = useContractMutation(deletePost);
  const moderation = usePostModeration(replace);
  const likeMutation = useContractMutation(likePost);

  const getMenuGroups = (post: Post): MenuProps["groups"] => {
    if (!me) return [];
    const isVisible = post.state === "shown" || post.state === "held";
    const params = { postId: post.id };
    return [
      post.isMine && isVisible
        ? [
            ...(canWrite
              ? [
                  {
                    label: t("community.editPost"),
                    icon: <Pencil aria-hidden />,
                    onSelect: () => setEdited(post),
                  },
                ]
              : []),
            {
              label: t("community.deletePost"),
              icon: <Trash2 aria-hidden />,
              isDestructive: true,
              onSelect: () => deleteMutation.mutate({ params }, { onSuccess: replace }),
            },
          ]
        : [],
      permissions.canModerate ? moderation.getMenuGroup(post) : [],
      post.isMine || !isVisible || post.isCollapsed
        ? []
        : [{ label: t("community.report"), icon: <Flag aria-hidden />, onSelect: () => onReport(post) }],
    ];
  };
  return {
    getMenuGroups,
    edited,
    setEdited,
    moderationDialog: moderation.dialog,
    like: (post: Post) => {
      const isLiked = !post.isLiked;
      replace({ ...post, isLiked, likeCount: post.likeCount + (isLiked ? 1 : -1) });
      likeMutation.mutate(
        { params: { postId: post.id }, body: { isLiked } },
        { onSuccess: (counted) => replace({ ...post, ...counted }), onError: () => replace(post) },
      );
    },
    canLike: (post: Post) => permissions.canPost && !post.isMine && post.state === "shown",
  };
}
