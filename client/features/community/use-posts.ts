import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/http-client.ts";
import type { DiscussionId, Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { toPagedQuery } from "#client/lib/api/paged-query.ts";
import { getQueryKey, getQueryMeta } from "#client/lib/api/query.ts";

const { listPosts } = discussionsContract;

type Range = { readonly after: number } | { readonly before: number };

/**
 * The posts of a discussion around a number, in both directions.
 *
 * @param start the first number to show
 */
export function usePosts(discussionId: DiscussionId, start: number) {
  const params = { discussionId };
  const client = useQueryClient();
  const key = [...getQueryKey(listPosts, { params, query: {} }), "from", start];
  const list = useInfiniteQuery({
    queryKey: key,
    meta: getQueryMeta(listPosts),
    initialPageParam: { after: start - 1 } as Range,
    queryFn: ({ pageParam, signal }) => call(listPosts, { params, query: pageParam }, { signal }),
    getNextPageParam: ({ posts, hasLater }): Range | null => {
      const last = posts.at(-1);
      return hasLater && last ? { after: last.number } : null;
    },
    getPreviousPageParam: ({ posts, hasEarlier }): Range | null => {
      const first = posts[0];
      return hasEarlier && first && first.number > 0 ? { before: first.number } : null;
    },
  });
  return {
    query: toPagedQuery(list, { getRows: ({ posts }) => posts, getKey: ({ id }) => id }),
    /** Replaces a changed post in the cache. */
    replace: (post: Post) => {
      client.setQueryData<typeof list.data>(
        key,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              posts: page.posts.map((each) => (each.id === post.id ? post : each)),
            })),
          },
      );
    },
  };
}
