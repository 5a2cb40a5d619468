import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { getId, makeBook } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { Landing } from "./landing.tsx";
import "./landing/below-the-fold.tsx";
import "./landing/download-sheet.tsx";

const { listLatest, listGenres, listBooks } = booksContract;
const genreNames = ["Qur'an", "History", "Never heard of", "D", "E", "F", "G"];
const genres = genreNames.map((name, n) => ({
  id: getId(70 + n),
  name,
  description: "",
  bookCount: n,
  icon: null,
  formerNames: [],
  coverImageUrls: [],
}));
const latest = [
  makeBook(10, { title: "Letters", genre: "Travel", hasAudiobook: true }),
  makeBook(11, { title: "The Opening", genre: "Qur'an" }),
  makeBook(12, { title: "A Love Story", genre: "Romance" }),
  makeBook(13, { title: "Spoken", hasEbook: false, hasAudiobook: true, genre: "Stories" }),
  makeBook(14, { title: "Washing", genre: "Worship" }),
  makeBook(15, { title: "The Sixth", genre: "Art" }),
];

const makeSentence = (n: number, text: string) => ({
  id: SentenceId.parse(`s1-${n}`),
  text,
  start: n * 4,
  end: n * 4 + 3,
});
const passage = {
  book: makeBook(10, { title: "Letters", hasAudiobook: true }),
  chapterNumber: 1,
  sentences: [makeSentence(1, "The ship was late."), makeSentence(2, "I have been in Cairo for three days.")],
};

let notifyView: ((isIntersecting: boolean) => void)[] = [];

beforeEach(() => {
  notifyView = [];
  class FakeIntersectionObserver {
    constructor(notify: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      notifyView.push((isIntersecting) => notify([{ isIntersecting }]));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(...stubs: readonly Stub[]) {
  localStorage.setItem("welcome-dismissed", String(Date.now()));
  const calls = stubCalls(
    stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }),
    reply(listLatest, latest),
    reply(listGenres, genres),
    reply(readerContract.getDemoPassage, passage),
    reply(listBooks, { books: [], total: 1234, isTotalCapped: false, nextCursor: null, searchedFor: null }),
    ...stubs,
  );
  const page = renderPage(<Landing />);
  await screen.findByText("Featured Books", {}, { timeout: 15_000 });
  await vi.waitFor(() => expect(screen.queryAllByText("Loading…")).toHaveLength(0));
  return { ...page, ...calls };
}

const getSection = (name: string) => within(screen.getByRole("region", { name }));
const getLinkUrl = (name: string | RegExp, part: Pick<typeof screen, "getByRole"> = screen) =>
  part.getByRole("link", { name }).getAttribute("href");
const getSlide = () =>
  getSection("Just arrived")
    .getAllByRole("group")
    .find((one) => !one.hasAttribute("inert")) ?? document.body;
const getSlideLabel = () => getSlide().getAttribute("aria-label");

describe("the landing page", () => {
  test("shows the headline, the claims and the book count", async () => {
    const { calls } = await open();

    expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
    for (const claim of ["50+ audio hours", "1000+ readers", "5,000+ texts", "2,000+ audio hours"]) {
      expect(screen.getByText(claim)).toBeVisible();
    }
    expect(screen.getAllByText("Unlimited downloads")).not.toHaveLength(0);
    expect(await screen.findByText("1,234 books in the library today.")).toBeVisible();
    expect(calls.map(({ url }) => url)).toContain("/api/books/latest?limit=6");
  });

  test("links to sign-up and browse from all sections", async () => {
    await open();

    const signUpLinks = screen.getAllByRole("link", { name: "Create free account" });
    expect(signUpLinks.map((link) => link.getAttribute("href"))).toEqual([
      "/auth?mode=sign-up",
      "/auth?mode=sign-up",
    ]);
    expect(getLinkUrl("Sign In / Sign Up")).toBe("/auth");
    expect(getLinkUrl("Download Our App")).toBe("/download-app");
    expect(getLinkUrl(/^View All Genres/)).toBe("/genres");
    expect(getLinkUrl(/^Browse All Books/)).toBe("/browse");
    expect(getLinkUrl("More Filters")).toBe("/browse#filters");
    expect(getLinkUrl("Join Our Community")).toBe("/api/login");
    expect(getLinkUrl("Become an Author")).toBe("/author-auth");
  });

  test("shows the community claims in one line, apart from live figures, and three sample reviews with stars", async () => {
    await open();
    const community = getSection("Better in company");

    const line = community.getByText("50K+ Active Readers").closest("p");
    expect(line).toHaveTextContent(
      "50K+ Active Readers · 125K+ Book Reviews · 2.5K+ Book Clubs · 15K+ Authors",
    );
    expect(line).toHaveClass("text-muted");
    expect(community.getAllByText(/^Rated [\d.]+ out of 5/)).toHaveLength(3);
  });

  test("previews reading along: a passage with its first sentence highlighted, played on a press", async () => {
    const { calls } = await open();
    const preview = getSection("Hear each word as you read it");

    expect(await preview.findByText("The ship was late.")).toHaveClass("bg-accent/25");
    expect(preview.getByText("I have been in Cairo for three days.")).not.toHaveClass("bg-accent/25");
    expect(getLinkUrl("Open the full demo", preview)).toBe("/whisper-sync-demo");

    await userEvent.click(preview.getByRole("button", { name: "Play this passage" }));

    await vi.waitFor(() =>
      expect(calls.map(({ url }) => url)).toContain(`/api/books/${passage.book.id}/playlist`),
    );
  });

  test("links to the first six genres", async () => {
    await open();
    const part = getSection("Explore by Genre");

    expect(await part.findAllByRole("listitem")).toHaveLength(6);
    expect(getLinkUrl(/^Qur'an/, part)).toBe("/browse?genre=Qur%27an");
  });

  test("opens and closes the app dialog", async () => {
    const { user } = await open();

    await user.click(screen.getByRole("button", { name: "Download Our App" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Download Our App" }));
    expect(getLinkUrl("Show me how", dialog)).toBe("/download-app");
    await user.click(dialog.getByRole("button", { name: "Continue in the browser" }));

    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("featured books", () => {
  test("are six, filtered by the genre dropdown", async () => {
    const { user } = await open();
    const part = getSection("Featured Books");
    const listTitles = () =>
      part.queryAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    const choice = part.getByRole("combobox", { name: "Genre" });

    expect(
      within(choice)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["All Genres", "Religious Studies", "Romance", "Fantasy"]);
    expect(listTitles()).toHaveLength(6);
    await user.selectOptions(choice, "Religious Studies");
    expect(listTitles()).toEqual(["The Opening", "Washing"]);
    await user.selectOptions(choice, "Romance");
    expect(listTitles()).toEqual(["A Love Story"]);
    await user.selectOptions(choice, "Fantasy");
    expect(part.getByText("No new books in Fantasy")).toBeVisible();
    await user.click(part.getByRole("button", { name: "Show all genres" }));
    expect(listTitles()).toHaveLength(6);
  });

  test("show the error state", async () => {
    await open(stubRejection(listLatest, { code: "too_many_requests", message: "" }));

    expect(getSection("Featured Books").getByText("Failed to fetch latest books")).toBeVisible();
  });
});

describe("the carousel", () => {
  const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  test("advances every 5 s through at most five books, beside the 4 s showcase", async () => {
    await open();
    vi.useFakeTimers();
    const showcase = getSection("New Releases");
    const getHidden = (title: string) => showcase.getByRole("link", { name: title }).closest("[inert]");

    act(() => notifyView.forEach((notify) => void notify(true)));
    expect(getSlideLabel()).toBe("1 of 5");
    expect(getLinkUrl("Letters", showcase)).toBe(`/book/${getId(10)}`);
    advance(3999);
    expect(getHidden("The Opening")).not.toBeNull();
    advance(1);
    expect(getLinkUrl("The Opening", showcase)).toBe(`/book/${getId(11)}`);
    expect(getHidden("The Opening")).toBeNull();
    expect(getHidden("Letters")).not.toBeNull();
    advance(999);
    expect(getSlideLabel()).toBe("1 of 5");
    advance(1);
    expect(getSlideLabel()).toBe("2 of 5");
  });

  test("moves with its buttons", async () => {
    const { user } = await open();
    const part = getSection("Just arrived");

    await user.click(part.getByRole("button", { name: "Previous book" }));
    expect(getSlideLabel()).toBe("5 of 5");
    await user.click(part.getByRole("button", { name: "Next book" }));
    expect(getSlideLabel()).toBe("1 of 5");
    await user.click(part.getByRole("button", { name: "Show book 2: A Love Story" }));
    expect(getSlideLabel()).toBe("2 of 5");
    await user.click(part.getByRole("button", { name: "Pause: Just arrived" }));
    expect(part.getByRole("button", { name: "Resume: Just arrived" })).toBeVisible();
  });

  test("opens the reader, plays the sample, and reports errors", async () => {
    vi.stubGlobal("reportError", () => undefined);
    const { user, calls } = await open(
      stubRejection(playerContract.getPlaylist, { code: "too_many_requests", message: "" }),
    );
    await user.click(getSection("Just arrived").getByRole("button", { name: "Previous book" }));
    const part = within(getSlide());

    expect(getLinkUrl(/^Read Now/, part)).toBe(`/read/${getId(10)}`);
    await user.click(part.getByRole("button", { name: /^Listen to Sample/ }));

    expect(await part.findByText("Too many requests. Please wait a moment and try again.")).toBeVisible();
    expect(part.getByRole("button", { name: "Try Again" })).toBeVisible();
    expect(calls.some(({ url }) => url === `/api/books/${getId(10)}/playlist`)).toBe(true);
  });

  test.each([
    ["there is none", reply(listLatest, [])],
    ["none could be fetched", stubRejection(listLatest, { code: "too_many_requests", message: "" } as const)],
  ])("shows three built-in books where %s, which lead to all books", async (_, answer) => {
    await open(answer);
    await vi.waitFor(() => expect(getSlideLabel()).toBe("1 of 3"));
    const part = within(getSlide());

    expect(getLinkUrl("Read Now", part)).toBe("/browse");
    expect(getLinkUrl("Listen to Sample", part)).toBe("/browse");
  });
});
