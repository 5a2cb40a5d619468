import { describe, expect, test } from "vitest";
import { type CommunityState, getPermissions, getWritingObstacle } from "./permissions.ts";

const now = new Date("2026-03-01T12:00:00Z");
const [earlier, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
const guest = null;
const reader = { isEmployee: false, isAdmin: false };

type Membership = NonNullable<CommunityState["membership"]>;

const member = (changed: Partial<Membership> = {}): Membership => ({
  state: "active",
  role: "member",
  mutedUntil: null,
  since: earlier,
  ...changed,
});

const list = (changed: Partial<CommunityState>, viewer: Parameters<typeof getPermissions>[1] = reader) => {
  const community: CommunityState = {
    visibility: "public",
    isListed: false,
    deletedAt: null,
    openedAt: null,
    membership: null,
    ...changed,
  };
  const granted = Object.entries(getPermissions(community, viewer, now)).filter(([, has]) => has);
  return granted.map(([name]) => name);
};

describe("permissions in a community", () => {
  const byRequest = { visibility: "request" as const };
  const seeAndRead = ["canSee", "canRead"];
  const ofMembers = [...seeAndRead, "canReadMembersOnly", "canPost"];

  test.each([
    ["a guest", {}, guest, seeAndRead],
    ["a reader", {}, reader, seeAndRead],
    ["a banned member", { membership: member({ state: "banned", role: "owner" }) }, reader, seeAndRead],
    ["a member", { membership: member() }, reader, ofMembers],
    ["a muted member", { membership: member({ mutedUntil: later }) }, reader, ofMembers.slice(0, 3)],
    ["a member whose mute ends", { membership: member({ mutedUntil: now }) }, reader, ofMembers],
    ["a moderator", { membership: member({ role: "moderator" }) }, reader, [...ofMembers, "canModerate"]],
    [
      "the owner",
      { membership: member({ role: "owner" }) },
      reader,
      [...ofMembers, "canModerate", "isOwner"],
    ],
    ["an employee", {}, { isEmployee: true, isAdmin: false }, [...seeAndRead, "canModerate"]],
    ["an admin", {}, { isEmployee: false, isAdmin: true }, [...seeAndRead, "canModerate"]],
    ["an old member", { openedAt: now, membership: member({ since: now }) }, reader, ofMembers],
    [
      "a later member",
      { openedAt: now, membership: member({ since: later }) },
      reader,
      [...seeAndRead, "canPost"],
    ],
  ] as const)("of %s in a public one", (_name, state, viewer, expected) => {
    expect(list(state, viewer)).toEqual(expected);
  });

  test.each([
    ["a guest", {}, guest, []],
    ["a guest of a listed one", { isListed: true }, guest, ["canSee"]],
    ["an employee", {}, { isEmployee: true, isAdmin: true }, []],
    ["an applicant", { membership: member({ state: "pending", role: "owner" }) }, reader, ["canSee"]],
    ["a member", { openedAt: now, membership: member({ since: later }) }, reader, ofMembers],
    ["a banned member", { isListed: true, membership: member({ state: "banned" }) }, reader, []],
  ] as const)("of %s in one by request", (_name, state, viewer, expected) => {
    expect(list({ ...byRequest, ...state }, viewer)).toEqual(expected);
  });

  test("are gone from a deleted one, which its owner sees", () => {
    expect(list({ deletedAt: now, membership: member({ role: "owner" }) })).toEqual(["canSee", "isOwner"]);
    expect(list({ deletedAt: now, membership: member({ role: "moderator" }) })).toEqual([]);
  });
});

test.each([
  [null, "not_member"],
  [member({ state: "pending" }), "pending"],
  [member({ state: "banned" }), "banned"],
  [member({ mutedUntil: later }), "muted"],
  [member({ mutedUntil: now }), "blocked"],
  [member(), "blocked"],
] as const)("the obstacle to writing %#", (membership, obstacle) => {
  expect(getWritingObstacle({ membership }, now)).toBe(obstacle);
});
