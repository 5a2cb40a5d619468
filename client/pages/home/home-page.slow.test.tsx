import { onlineManager } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { setLastUser } from "#client/lib/api/last-user.ts";
import { getId, makeBook, makeChallenge, makeEntry, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { HomePage } from "./home-page.tsx";
import { Landing } from "./landing.tsx";

const { listLatest, listTopRated, listGenres } = booksContract;
const makeManyBooks = (first: number) => Array.from({ length: 8 }, (_, index) => makeBook(first + index));
const signedIn = reply(accountsContract.getUser, makeUser());
const guest = stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" });
const genres = Array.from({ length: 7 }, (_, n) => ({
  id: getId(70 + n),
  name: `Genre ${n}`,
  description: "",
  bookCount: n,
  icon: null,
  formerNames: [],
  coverImageUrls: [],
}));

const makeCounts = (total: number, reading: number, finished: number) => ({
  total,
  byStatus: {
    "want-to-read": total - reading - finished,
    "currently-reading": reading,
    paused: 0,
    finished,
    "did-not-finish": 0,
  },
});
const toUserChallenge = (n: number, completedAt: Date | null) => ({
  challenge: makeChallenge(n),
  joinedAt: new Date("2026-01-02T00:00:00Z"),
  completedAt,
  progress: 1,
});

function open(at: string, ...stubs: readonly Stub[]) {
  const calls = stubCalls(
    reply(listLatest, makeManyBooks(10)),
    reply(listTopRated, makeManyBooks(30)),
    reply(listGenres, genres),
    reply(libraryContract.listLibrary, [makeEntry(1), makeEntry(2), makeEntry(3)]),
    reply(libraryContract.getLibraryCounts, makeCounts(12, 2, 3)),
    reply(challengesContract.listActive, [makeChallenge(80), makeChallenge(81), makeChallenge(82)]),
    reply(challengesContract.listMine, [
      toUserChallenge(81, null),
      toUserChallenge(83, new Date("2026-02-01T00:00:00Z")),
    ]),
    ...stubs,
  );
  const page = renderPage(
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/home" element={<DashboardPage />} />
    </Routes>,
    { at },
  );
  return { ...page, ...calls };
}

const findSection = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the home page", () => {
  test("shows two books to continue, six of each list, and links to more", async () => {
    const { calls } = open("/", signedIn);

    expect(await screen.findByRole("heading", { name: "Welcome back, Amina" })).toBeVisible();
    const reading = await findSection("Currently Reading");
    expect(await reading.findAllByRole("article")).toHaveLength(2);
    expect(reading.getAllByText("41.3%")).toHaveLength(2);
    expect(reading.getByRole("link", { name: /View All/ })).toHaveAttribute("href", "/library");

    const latest = await findSection("New Releases");
    expect(await latest.findAllByRole("article")).toHaveLength(6);
    expect(latest.getByRole("link", { name: /View All/ })).toHaveAttribute(
      "href",
      "/browse?sortBy=createdAt&sortOrder=desc",
    );
    const best = await findSection("Recommended for You");
    expect(best.getByRole("link", { name: /View All/ })).toHaveAttribute(
      "href",
      "/browse?sortBy=averageRating&sortOrder=desc",
    );
    expect(await (await findSection("Explore by Genre")).findAllByRole("listitem")).toHaveLength(6);
    expect(calls.map(({ url }) => url)).toContain("/api/books/latest?limit=6");
  });

  test("shows no book twice", async () => {
    const reading = [makeEntry(10), makeEntry(12)];
    const { calls } = open("/home", signedIn, reply(libraryContract.listLibrary, reading));

    const latest = await findSection("New Releases");
    await vi.waitFor(() => expect(calls.map(({ url }) => url)).toContain("/api/books/latest?limit=24"));
    await vi.waitFor(() => expect(latest.queryByRole("heading", { name: "Book 10" })).toBeNull());
    const names = latest.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual([11, 13, 14, 15, 16, 17].map((n) => `Book ${n}`));
  });

  test("shows the next step when everything is empty", async () => {
    open("/home", signedIn, reply(libraryContract.listLibrary, []), reply(listLatest, []));

    const reading = await findSection("Currently Reading");
    expect(await reading.findByText("No books currently being read")).toBeVisible();
    expect(reading.getByRole("link", { name: "Find a Book" })).toHaveAttribute("href", "/browse");
    expect(await screen.findByText("No new books yet")).toBeVisible();
  });

  test("names the list that failed to load", async () => {
    const rejected = { code: "too_many_requests", message: "" } as const;
    open("/home", signedIn, stubRejection(listLatest, rejected), stubRejection(listTopRated, rejected));

    expect(await screen.findByText("Failed to fetch latest books")).toBeVisible();
    expect(screen.getByText("Failed to fetch top rated books")).toBeVisible();
  });
});

describe("reading stats", () => {
  test("are the library's counts, with finished books up to three", async () => {
    open("/", signedIn);
    const stats = await findSection("Reading Stats");

    expect(await stats.findByRole("link", { name: "12 books in your library" })).toBeVisible();
    expect(stats.getByRole("link", { name: "2 reading" })).toBeVisible();
    expect(stats.getByRole("link", { name: "3 finished" })).toHaveAttribute(
      "href",
      "/library?status=finished",
    );
  });

  test("show that there are more", async () => {
    open("/", signedIn, reply(libraryContract.getLibraryCounts, makeCounts(12, 2, 4)));

    expect(
      await (await findSection("Reading Stats")).findByRole("link", { name: "3+ finished" }),
    ).toBeVisible();
  });
});

describe("a reader's challenges", () => {
  test("are counted, with the goals of the first two active ones", async () => {
    open("/", signedIn);
    const challenges = await findSection("Reading Challenges");

    expect(await challenges.findByText("You have joined 2 challenges")).toBeVisible();
    expect(challenges.getByText("1 completed")).toBeVisible();
    const articles = await challenges.findAllByRole("article");
    expect(articles).toHaveLength(2);
    expect(articles[0]).toHaveTextContent("Read together.");
    expect(articles[0]).toHaveTextContent("Finish 3 books");
    expect(articles[0]).toHaveTextContent("2 participants");
    expect(challenges.getByRole("link", { name: "Challenge 80" })).toHaveAttribute(
      "href",
      `/challenges/${getId(80)}`,
    );
    expect(challenges.getByRole("button", { name: "Joined: Challenge 81" })).toBeVisible();
    expect(challenges.getByRole("link", { name: /^View Champions/ })).toHaveAttribute(
      "href",
      "/challenges/champions",
    );
  });

  test("are joined optimistically", async () => {
    const { user, calls, add } = open(
      "/",
      signedIn,
      reply(challengesContract.join, {
        ...makeChallenge(80, { participantCount: 3 }),
        participation: null,
        completedCount: 0,
      }),
    );
    const challenges = await findSection("Reading Challenges");
    await challenges.findByText("You have joined 2 challenges");
    add(
      reply(challengesContract.listMine, [
        toUserChallenge(80, null),
        toUserChallenge(81, null),
        toUserChallenge(82, null),
      ]),
      reply(challengesContract.listActive, [makeChallenge(80, { participantCount: 3 }), makeChallenge(81)]),
    );

    await user.click(await challenges.findByRole("button", { name: "Join Challenge: Challenge 80" }));

    expect(challenges.getByRole("button", { name: "Joined: Challenge 80" })).toHaveFocus();
    expect(challenges.getByText("3 participants")).toBeVisible();
    expect(await challenges.findByText("You have joined 3 challenges")).toBeVisible();
    expect(calls.some(({ url }) => url === `/api/challenges/${getId(80)}/join`)).toBe(true);
  });

  test("are reverted when joining failed", async () => {
    const rejected = { code: "too_many_requests", message: "" } as const;
    const { user } = open("/", signedIn, stubRejection(challengesContract.join, rejected));
    const challenges = await findSection("Reading Challenges");
    await challenges.findByText("You have joined 2 challenges");

    await user.click(await challenges.findByRole("button", { name: "Join Challenge: Challenge 80" }));

    expect(await screen.findByText("Too many requests. Please wait a moment and try again.")).toBeVisible();
    expect(challenges.getByRole("button", { name: "Join Challenge: Challenge 80" })).toBeVisible();
  });

  test("show the empty state", async () => {
    open("/", signedIn, reply(challengesContract.listActive, []), reply(challengesContract.listMine, []));
    const challenges = await findSection("Reading Challenges");

    expect(await challenges.findByText("No active challenges")).toBeVisible();
    expect(challenges.getByText("You have not joined any yet")).toBeVisible();
  });
});

test("the last opened book comes first", async () => {
  open("/", signedIn);
  const first = await findSection("Currently Reading");

  expect(await first.findByRole("link", { name: "Continue reading: Book 1" })).toHaveAttribute(
    "href",
    `/read/${getId(1)}`,
  );
  expect(screen.getAllByRole("region")[0]).toHaveTextContent("Book 1");
  expect(screen.queryByText("Good books to start with")).toBeNull();
});

test("a newcomer gets three books and three genres", async () => {
  open(
    "/",
    signedIn,
    reply(libraryContract.listLibrary, []),
    reply(libraryContract.getLibraryCounts, makeCounts(0, 0, 0)),
  );

  const start = within((await screen.findByText("Good books to start with")).parentElement as HTMLElement);
  expect(start.getByRole("link", { name: /^Book 30/ })).toHaveAttribute("href", `/book/${getId(30)}`);
  expect(start.getAllByRole("listitem")).toHaveLength(6);
  expect(start.getByRole("link", { name: "Genre 6" })).toHaveAttribute("href", "/browse?genre=Genre+6");
});

test("recommendations omit finished books and those shown elsewhere", async () => {
  open(
    "/",
    signedIn,
    reply(listTopRated, [...makeManyBooks(10).slice(0, 3), makeBook(1), makeBook(50), makeBook(51)]),
  );
  const recommended = await findSection("Recommended for You");
  expect(await recommended.findByRole("link", { name: "Book 50" })).toBeVisible();
  await vi.waitFor(() => expect(recommended.getAllByRole("article")).toHaveLength(2));
});

describe("a guest", () => {
  test("sees the landing page", async () => {
    open("/", guest);

    expect(await screen.findByRole("heading", { name: "Just arrived" })).toBeVisible();
    expect(screen.queryByText("Currently Reading")).toBeNull();
  });

  test("is redirected from /home to /", async () => {
    const { url } = open("/home", guest);

    await screen.findByRole("heading", { name: "Just arrived" });
    expect(url()).toBe("/");
  });
});

test("sees a spinner while the session loads", () => {
  open("/", signedIn);

  expect(screen.getByText("Loading…")).toBeInTheDocument();
});

describe("without a connection", () => {
  afterEach(() => {
    onlineManager.setOnline(true);
    vi.restoreAllMocks();
  });

  test("the reader's home page says so once after a reload, whose calls fail", async () => {
    setLastUser(makeUser());
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
    renderPage(<DashboardPage />);

    expect(await screen.findByRole("alert")).toHaveTextContent("Your books load when you are back online.");
    expect(screen.queryByRole("region", { name: "New Releases" })).toBeNull();
  });

  test("the reader's home page says so once, and shows the books when it is back", async () => {
    setLastUser(makeUser());
    onlineManager.setOnline(false);
    open("/", signedIn);
    expect(await screen.findByRole("alert")).toHaveTextContent("Your books load when you are back online.");
    expect(screen.queryByRole("region", { name: "New Releases" })).toBeNull();

    onlineManager.setOnline(true);

    expect(await (await findSection("Currently Reading")).findAllByRole("article")).toHaveLength(2);
    expect(screen.getByRole("region", { name: "New Releases" })).toBeVisible();
  });

  test("a guest who reloads sees the landing page", async () => {
    setLastUser(null);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
    renderPage(<HomePage />);

    expect((await screen.findAllByText("A Lamp in the Window"))[0]).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Waiting for the server" })).toBeNull();
  });

  test("the landing page does not wait for its books", async () => {
    stubCalls(guest);
    onlineManager.setOnline(false);
    renderPage(<Landing />);

    expect((await screen.findAllByText("A Lamp in the Window"))[0]).toBeVisible();
    expect(screen.queryByText("Loading…")).toBeNull();
  });
});
