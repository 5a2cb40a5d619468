import { expect, test } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { CommunityId } from "#shared/community/community.ts";
import { type SharedMark, SharedMarkId } from "#shared/marks/shared-mark.ts";
import { getId } from "#client/testing/factories.ts";
import { groupShares } from "./group-shares.ts";

const makeShared = (
  n: number,
  community: number,
  offset: number,
  fields: Partial<SharedMark> = {},
): SharedMark => ({
  id: SharedMarkId.parse(getId(n)),
  communityId: CommunityId.parse(getId(community)),
  markId: null,
  anchor: { chapter: 1, offset, fraction: 0.5 },
  placement: "exact",
  content: [],
  person: {
    id: UserId.parse(getId(90)),
    username: "hind",
    name: "Hind T.",
    profileImageUrl: "",
    hasProfile: false,
  },
  isModerator: false,
  isMine: false,
  state: "shown",
  sharedAt: new Date("2026-01-01T00:00:00Z"),
  ...fields,
});

const listIds = (marks: readonly SharedMark[]) =>
  groupShares(marks).map(({ shares }) => shares.map(({ id }) => Number(id.slice(-2))));

test("a mark that is shared with two communities is listed once, with both", () => {
  const marks = [makeShared(11, 1, 5), makeShared(12, 1, 6), makeShared(13, 2, 5, { isModerator: true })];
  expect(listIds(marks)).toEqual([[11, 13], [12]]);
  expect(groupShares(marks)[0]).toMatchObject({ id: getId(11), isModerator: true });
});

test("equal marks of others, with another note or in the same community stay apart", () => {
  const person = { ...makeShared(1, 1, 5).person, id: UserId.parse(getId(91)) };
  const content = [{ type: "paragraph" as const, children: [{ type: "text" as const, text: "A note." }] }];
  expect(
    listIds([
      makeShared(11, 1, 5),
      makeShared(12, 2, 5, { person }),
      makeShared(13, 2, 5, { content }),
      makeShared(14, 1, 5),
    ]),
  ).toEqual([[11], [12], [13], [14]]);
});
