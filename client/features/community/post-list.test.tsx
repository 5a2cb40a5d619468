import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Discussion, Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { PostList } from "./post-list.tsx";

const makePost = (number: number): Post => ({
  id: getId(number) as never,
  number,
  parentId: null,
  replyTo: null,
  author: null,
  state: "shown",
  content: [{ type: "paragraph", children: [{ type: "text", text: `Text ${number}` }] }],
  source: null,
  isCollapsed: false,
  likeCount: 0,
  isLiked: false,
  isMine: false,
  createdAt: new Date(),
  editedAt: null,
  removedReason: "",
});

const listPosts = (...numbers: readonly number[]) =>
  reply(discussionsContract.listPosts, {
    posts: numbers.map(makePost),
    hasEarlier: false,
    hasLater: false,
  });

/** Reports the posts that are there at first as seen. */
class SeenObserver {
  readonly onChange: (entries: readonly object[]) => void;
  constructor(onChange: (entries: readonly object[]) => void) {
    this.onChange = onChange;
  }
  observe(target: HTMLElement) {
    if (Number(target.dataset["number"]) <= 3) this.onChange([{ isIntersecting: true, target }]);
  }
  unobserve() {}
  disconnect() {}
}

test("scrolls to posts that are shown, past those that are held", async () => {
  vi.stubGlobal("IntersectionObserver", SeenObserver);
  const { add } = stubCalls(listPosts(0, 1, 3));
  const discussion = {
    id: getId(20),
    communityId: getId(21),
    readNumber: 1,
    lastNumber: 3,
    isLocked: false,
  } as unknown as Discussion;
  const { client, user } = renderPage(
    <PostList
      discussion={discussion}
      permissions={{ canPost: false, canModerate: false }}
      target={null}
      onJump={() => undefined}
      getPersonActions={() => []}
      onReport={() => undefined}
    />,
  );
  const getFocused = () => document.activeElement?.getAttribute("data-number");
  await screen.findByText("Text 3");
  expect(getFocused()).toBe("3");

  add(listPosts(0, 1, 3, 5));
  await act(() => invalidateTopics(client, ["post"]));
  await user.click(await screen.findByRole("button", { name: "1 new reply" }));

  expect(getFocused()).toBe("5");
});
