import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type Challenge, challengesContract } from "#shared/challenges/contract.ts";
import { exclusionsContract } from "#shared/challenges/exclusions.ts";
import { ChallengeUpdateId, challengeUpdatesContract } from "#shared/challenges/updates.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { ChallengePage } from "./challenge-page.tsx";
import { ChallengesPage } from "./challenges-page.tsx";
import { ChampionsPage } from "./champions-page.tsx";

const { listActive, listUpcoming, listPast, listMine, getChallenge, join, leave, listChampions } =
  challengesContract;
const dayMs = 86_400_000;
const getDateIn = (n: number) => new Date(Date.now() + n * dayMs + 1000);

const makeChallenge = (n: number, input: Partial<Challenge> = {}): Challenge => ({
  id: getId(n) as Challenge["id"],
  title: `Challenge ${n}`,
  titleArabic: "",
  descriptionArabic: "",
  description: "Of any kind.",
  goal: 3,
  goalType: "books",
  genre: null,
  books: [],
  communityId: null,
  participantCount: 4,
  startsAt: getDateIn(-5),
  endsAt: getDateIn(12.5),
  ...input,
});
const guest = stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" });
const reader = reply(accountsContract.getUser, makeUser());
const part = { joinedAt: getDateIn(-2), completedAt: null, progress: 2 };

function open(at: string, ...stubs: readonly Stub[]) {
  const calls = stubCalls(
    guest,
    reply(listActive, [makeChallenge(1)]),
    reply(listUpcoming, []),
    reply(listPast, { challenges: [], nextCursor: null }),
    reply(listMine, []),
    ...stubs,
  );
  const page = renderPage(
    <ErrorBoundary notFound={<p>404 Page Not Found</p>}>
      <Routes>
        <Route path="/challenges" element={<ChallengesPage />} />
        <Route path="/champions" element={<ChampionsPage />} />
        <Route path="/challenges/:id" element={<ChallengePage />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </ErrorBoundary>,
    { at },
  );
  return { ...page, ...calls };
}

describe("the challenges", () => {
  test("show active ones and lead guests to sign-in and back", async () => {
    open("/challenges");

    const card = (await screen.findByRole("heading", { name: "Challenge 1" })).closest("article");
    expect(card).toHaveTextContent("Finish 3 books");
    expect(card).toHaveTextContent("12 days left");
    expect(card).toHaveTextContent("4 participants");
    expect(screen.getByRole("link", { name: /^Sign in to join/ })).toHaveAttribute(
      "href",
      "/auth?returnTo=%2Fchallenges",
    );
    expect(screen.queryByRole("heading", { name: "Your challenges" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Past challenges" })).toBeNull();
  });

  test("are in Arabic in the Arabic interface where staff wrote them so", async () => {
    document.documentElement.lang = "ar";
    const inArabic = makeChallenge(1, { titleArabic: "ثلاثة كتب", descriptionArabic: "من أي نوع." });
    open("/challenges", reply(listActive, [inArabic, makeChallenge(2)]));

    const heading = await screen.findByRole("heading", { name: "ثلاثة كتب" });
    expect(heading.closest("article")).toHaveTextContent("من أي نوع.");
    expect(screen.getByRole("heading", { name: "Challenge 2" })).toBeVisible();
    document.documentElement.lang = "en";
  });

  test("show a reader's own with progress, separately", async () => {
    const past = makeChallenge(3, { startsAt: getDateIn(-40), endsAt: getDateIn(-10) });
    open(
      "/challenges",
      reader,
      reply(listActive, [makeChallenge(1), makeChallenge(2)]),
      reply(listPast, { challenges: [past], nextCursor: null }),
      reply(listMine, [{ challenge: makeChallenge(2), ...part }]),
    );

    const mine = await screen.findByRole("region", { name: "Your challenges" });
    expect(await within(mine).findByText("2 of 3")).toBeVisible();
    expect(within(mine).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "66.7");
    const running = screen.getByRole("region", { name: "Active" });
    expect(within(running).getAllByRole("article")).toHaveLength(1);
    const over = screen.getByRole("region", { name: "Past challenges" });
    expect(within(over).getByRole("article")).toHaveTextContent(/Ended/);
    expect(within(over).queryByRole("button")).toBeNull();
  });

  test("leave the focus on the next one when one is joined", async () => {
    const { user, add } = open(
      "/challenges",
      reader,
      reply(listActive, [makeChallenge(1), makeChallenge(2)]),
      reply(join, { ...makeChallenge(1), participation: part, completedCount: 0 }),
    );
    const button = await screen.findByRole("button", { name: "Join Challenge: Challenge 1" });
    add(reply(listMine, [{ challenge: makeChallenge(1), ...part }]));

    await user.click(button);

    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Join Challenge: Challenge 2" })).toHaveFocus(),
    );
  });

  test("show the empty and the error state", async () => {
    const { user, add } = open(
      "/challenges",
      reader,
      stubRejection(listActive, { code: "too_many_requests", message: "" }),
    );
    expect(await screen.findByText("You have not joined any challenges")).toBeVisible();
    expect(await screen.findByText("The challenges could not be loaded.")).toBeVisible();

    add(reply(listActive, []));
    await user.click(screen.getByRole("button", { name: "Try Again" }));

    expect(await screen.findByText("No active challenges")).toBeVisible();
  });
});

describe("a challenge", () => {
  const detail = { ...makeChallenge(1), participation: null, completedCount: 2 };

  test("is joined optimistically", async () => {
    const { user, calls } = open(`/challenges/${getId(1)}`, reader, reply(getChallenge, detail));
    const stubbed = globalThis.fetch;
    await screen.findByRole("heading", { level: 1, name: "Challenge 1" });
    let answer = () => undefined as unknown;
    vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
      init.method === "POST"
        ? new Promise((resolve) => {
            answer = () => resolve(Response.json({ code: "conflict", message: "Over." }, { status: 409 }));
          })
        : stubbed(url, init),
    );

    await user.click(await screen.findByRole("button", { name: "Join Challenge: Challenge 1" }));
    expect(screen.getByRole("button", { name: "Leave challenge" })).toHaveFocus();
    expect(screen.getByText("5 participants")).toBeVisible();

    answer();
    expect(await screen.findByRole("button", { name: /^Join Challenge/ })).toBeVisible();
    expect(screen.getByText("4 participants")).toBeVisible();
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
  });

  test("that is over shows its result", async () => {
    const over = { ...detail, startsAt: new Date("2020-01-01"), endsAt: new Date("2020-02-01") };
    open(`/challenges/${getId(1)}`, reader, reply(getChallenge, over));

    expect(await screen.findByText("This challenge is over. 2 readers reached the goal.")).toBeVisible();
  });

  test("shows its updates, and a form to those who manage it", async () => {
    const updates = [{ id: ChallengeUpdateId.parse(getId(9)), text: "Half way!", createdAt: new Date() }];
    const { user, calls } = open(
      `/challenges/${getId(1)}`,
      reader,
      reply(getChallenge, detail),
      reply(challengeUpdatesContract.listUpdates, { updates, canPost: true }),
      stubRejection(challengeUpdatesContract.postUpdate, {
        code: "conflict",
        message: "",
        reason: { code: "challenge_update_too_soon" },
      }),
    );

    expect(await screen.findByText("Half way!")).toBeVisible();
    await user.type(screen.getByLabelText("New update"), "Keep going.");
    await user.click(screen.getByRole("button", { name: "Post update" }));

    expect(await screen.findByText("You can post one update an hour.")).toBeVisible();
    expect(screen.getByLabelText("New update")).toHaveValue("Keep going.");
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ text: "Keep going." });
  });

  test("is left, and rejoined with Undo", async () => {
    const { user, calls, add } = open(
      `/challenges/${getId(1)}`,
      reader,
      reply(getChallenge, { ...detail, participation: part }),
      reply(leave, detail),
      reply(join, { ...detail, participation: part }),
    );

    const button = await screen.findByRole("button", { name: "Leave challenge" });
    add(reply(getChallenge, detail));
    await user.click(button);
    expect(await screen.findByText("You left the challenge")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Join Challenge/ })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Undo" }));

    await vi.waitFor(() =>
      expect(calls.filter(({ method }) => method === "POST").map(({ url }) => url)).toEqual([
        `/api/challenges/${getId(1)}/leave`,
        `/api/challenges/${getId(1)}/join`,
      ]),
    );
  });

  test("that does not exist shows the 404 card", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    open(
      `/challenges/${getId(9)}`,
      stubRejection(getChallenge, { code: "not_found", message: "No such challenge." }),
    );

    expect(await screen.findByText("404 Page Not Found")).toBeVisible();
  });
});

describe("champions", () => {
  const makeChampion = (rank: number, name: string, amount: number, isMe = false) => ({
    rank,
    name,
    amount,
    isMe,
    profileImageUrl: "",
    username: rank === 1 ? name : null,
    userId: null,
  });
  const championsReply = reply(listChampions, {
    champions: [
      makeChampion(1, "Khadija D.", 5),
      makeChampion(1, "Bilal D.", 5),
      makeChampion(3, "Amina R.", 1, true),
    ],
    me: { rank: 3, amount: 1, participates: true },
  });

  test("share a rank with equal totals, and mark the viewer", async () => {
    const { user, url, calls } = open("/champions", reader, championsReply);

    expect(await screen.findByText(/Your rank is 3, with 1 book finished/)).toBeVisible();
    const rows = screen.getAllByRole("listitem");
    expect(rows.map((row) => within(row).getByText(/^Rank/).textContent)).toEqual([
      "Rank 1",
      "Rank 1",
      "Rank 3",
    ]);
    expect(rows[2]).toHaveTextContent("You");
    expect(rows[0]).toHaveTextContent("5 books finished");
    const links = rows.flatMap((row) => within(row).queryAllByRole("link"));
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/readers/Khadija%20D.",
      "/readers/Bilal%20D.",
    ]);

    await user.click(screen.getByRole("tab", { name: "All time" }));
    expect(url()).toBe("/champions?period=all");
    await vi.waitFor(() => expect(calls.at(-1)?.url).toBe("/api/champions?period=all&kind=books"));

    await user.selectOptions(screen.getByRole("combobox", { name: "Rank by" }), "Minutes read or listened");
    expect(url()).toBe("/champions?period=all&kind=minutes");
    await vi.waitFor(() => expect(calls.at(-1)?.url).toBe("/api/champions?period=all&kind=minutes"));
    expect(
      await screen.findByText("Only measured time counts here, not manually added sessions."),
    ).toBeVisible();
    expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("5 minutes");
  });

  test("are excluded by staff with a reason, and included again", async () => {
    const champion = makeChampion(1, "Khadija D.", 900);
    const listed = {
      userId: getId(7),
      name: "Bilal D.",
      reason: "Checked.",
      excludedAt: new Date("2026-03-01T00:00:00Z"),
    };
    const { user, calls } = open(
      "/champions?kind=minutes",
      reply(accountsContract.getUser, makeUser({ isEmployee: true })),
      reply(listChampions, { champions: [{ ...champion, userId: getId(5) }], me: null } as never),
      reply(exclusionsContract.listExclusions, { readers: [listed] } as never),
      reply(exclusionsContract.excludeReader, { done: true }),
      reply(exclusionsContract.includeReader, { done: true }),
    );

    await user.click(await screen.findByRole("button", { name: "Exclude Khadija D." }));
    await user.click(await screen.findByRole("button", { name: "Exclude" }));
    await waitFor(() => expect(screen.getByLabelText("Reason")).toBeInvalid());
    await user.type(screen.getByLabelText("Reason"), "Two days in one.");
    await user.click(screen.getByRole("button", { name: "Exclude" }));
    expect(await screen.findByText("Khadija D. was excluded")).toBeVisible();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ reason: "Two days in one." });

    await user.click(screen.getByRole("button", { name: "Include Bilal D. again" }));
    await vi.waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });

  test("show the empty state, and a notice to readers who opted out", async () => {
    open(
      "/champions",
      reader,
      reply(listChampions, { champions: [], me: { rank: null, amount: 4, participates: false } }),
    );

    expect(await screen.findByText("No champions yet")).toBeVisible();
    expect(screen.getByText(/You are hidden from the champions list/)).toBeVisible();
  });
});
