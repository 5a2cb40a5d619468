import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { WritingObstacle } from "#shared/community/discussion.ts";
import { sessionQuery } from "#client/lib/api/session.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { createTestQueryClient, renderPage } from "#client/testing/render-page.tsx";
import { stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { CannotReply } from "./cannot-reply.tsx";

const communityId = getId(1) as string as CommunityId;
const mutedUntil = new Date("2026-12-01T12:00:00");

function show(
  obstacle: WritingObstacle | null,
  {
    user = makeUser(),
    isLocked = false,
    canModerate = false,
    muted = null,
  }: {
    readonly user?: User | null;
    readonly isLocked?: boolean;
    readonly canModerate?: boolean;
    readonly muted?: Date | null;
  } = {},
) {
  const client = createTestQueryClient();
  client.setQueryData(sessionQuery.queryKey, user);
  const permissions = { canPost: obstacle === null, canModerate, obstacle, mutedUntil: muted };
  const page = <CannotReply communityId={communityId} isLocked={isLocked} permissions={permissions} />;
  return renderPage(page, { client, at: "/community/1/discussions/2?post=3" });
}

test.each<[WritingObstacle | null, Parameters<typeof show>[1], RegExp]>([
  [null, { isLocked: true }, /discussion is locked/],
  ["muted", { isLocked: true, canModerate: true, muted: mutedUntil }, /discussion is locked/],
  ["muted", { muted: mutedUntil }, /muted you until December 1, 2026/],
  ["pending", {}, /request to join is accepted/],
  ["banned", {}, /were removed from this community/],
  ["blocked", {}, /this author’s discussions/],
])("%s with %j is explained", (obstacle, options, text) => {
  show(obstacle, options);
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("members, and moderators of a locked discussion, see no reason", () => {
  expect(show(null).container).toHaveTextContent("");
  expect(show(null, { isLocked: true, canModerate: true }).container).toHaveTextContent("");
});

test("readers can join at once, and guests sign in and come back", async () => {
  const { calls } = stubCalls(
    stubRejection(communityContract.joinCommunity, { code: "not_found", message: "" }),
  );
  const { user, unmount } = show("not_member");
  await user.click(screen.getByRole("button", { name: "Join" }));
  expect(calls).toContainEqual({
    method: "PUT",
    url: `/api/communities/${communityId}/membership`,
    body: {},
  });
  unmount();

  show("not_member", { user: null });
  expect(screen.getByRole("link", { name: "Sign in to reply" })).toHaveAttribute(
    "href",
    `/auth?returnTo=${encodeURIComponent("/community/1/discussions/2?post=3")}`,
  );
});
