import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { getId, makeBook, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ComingSoonPage } from "./coming-soon-page.tsx";
import { GenrePage } from "./genre-page.tsx";
import { GenresPage } from "./genres-page.tsx";
import { NewReleasesPage } from "./new-releases-page.tsx";
import { TopRatedPage } from "./top-rated-page.tsx";

const { listBooks, listComingSoon, listGenres } = booksContract;
const { listReleaseAlerts, saveReleaseAlert } = libraryContract;
const replyWithBooks = (books: ReturnType<typeof makeBook>[]) =>
  reply(listBooks, { books, total: books.length, isTotalCapped: false, nextCursor: null, searchedFor: null });
const makeGenre = (n: number, name: string) => ({
  id: getId(n),
  name,
  description: `About ${name}.`,
  bookCount: n,
  icon: null,
  formerNames: [],
  coverImageUrls: [],
});
const genres = reply(listGenres, [makeGenre(1, "Fiqh"), makeGenre(2, "Tafsir & Qur’an / Sciences")]);

function open(at: string, ...stubs: readonly Stub[]) {
  const calls = stubCalls(
    stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }),
    genres,
    replyWithBooks([makeBook(1)]),
    ...stubs,
  );
  const page = renderPage(
    <Routes>
      <Route path="/top-rated-books" element={<TopRatedPage />} />
      <Route path="/new-releases" element={<NewReleasesPage />} />
      <Route path="/coming-soon" element={<ComingSoonPage />} />
      <Route path="/genres" element={<GenresPage />} />
      <Route path="/genre/:name" element={<GenrePage />} />
    </Routes>,
    { at },
  );
  return { ...page, ...calls };
}

describe("top rated books", () => {
  test("show the error state", async () => {
    open("/top-rated-books", stubRejection(listBooks, { code: "forbidden", message: "" }));

    expect(await screen.findByText("Failed to fetch top rated books")).toBeVisible();
  });

  test("stop at the first unrated book", async () => {
    open(
      "/top-rated-books",
      replyWithBooks([makeBook(1, { averageRating: 5, ratingCount: 1 }), makeBook(2)]),
    );

    expect(await screen.findByRole("heading", { name: "Book 1" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Book 2" })).toBeNull();
  });

  test("show the empty state without ratings", async () => {
    open("/top-rated-books");

    expect(await screen.findByText("No rated books yet")).toBeVisible();
  });
});

test("new releases can be retried", async () => {
  const { user, add } = open("/new-releases", stubRejection(listBooks, { code: "forbidden", message: "" }));
  expect(await screen.findByText("Failed to fetch latest books")).toBeVisible();

  add(replyWithBooks([makeBook(7)]));
  await user.click(screen.getByRole("button", { name: "Try Again" }));

  expect(await screen.findByRole("heading", { name: "Book 7" })).toBeVisible();
});

describe("coming-soon books", () => {
  const comingSoonReply = reply(listComingSoon, [
    makeBook(4, { isComingSoon: true, releaseAt: new Date("2027-03-12") }),
  ]);

  test("ask guests to sign in and return", async () => {
    open("/coming-soon", comingSoonReply);

    expect(await screen.findByRole("link", { name: "Notify me when Book 4 is available" })).toHaveAttribute(
      "href",
      "/auth?returnTo=%2Fcoming-soon",
    );
  });

  test("are subscribed to optimistically, reverted on failure", async () => {
    const { user, calls } = open(
      "/coming-soon",
      comingSoonReply,
      reply(accountsContract.getUser, makeUser()),
      reply(listReleaseAlerts, []),
      stubRejection(saveReleaseAlert, { code: "conflict", message: "This book has already been released." }),
    );
    const toggle = await screen.findByRole("button", { name: "Notify me when Book 4 is available" });
    expect(toggle).toHaveAttribute("aria-pressed", "false");

    await user.click(toggle);

    await vi.waitFor(() => expect(calls.find(({ method }) => method === "PUT")?.url).toContain(getId(4)));
    await vi.waitFor(() => expect(toggle).toHaveAttribute("aria-pressed", "false"));
    expect(
      await screen.findByText("This was changed in the meantime. Please refresh and try again."),
    ).toBeVisible();
  });

  test("show the subscribed state", async () => {
    open(
      "/coming-soon",
      comingSoonReply,
      reply(accountsContract.getUser, makeUser()),
      reply(listReleaseAlerts, [makeBook(4).id]),
    );

    expect(await screen.findByRole("button", { pressed: true })).toHaveTextContent("We will notify you");
  });

  test("show the empty state", async () => {
    open("/coming-soon", reply(listComingSoon, []));

    expect(await screen.findByText("No upcoming books")).toBeVisible();
  });
});

describe("genres", () => {
  test("link to their own pages, also with special characters", async () => {
    open("/genres");

    expect(await screen.findByRole("link", { name: /^Fiqh/ })).toHaveTextContent("1 book");
    expect(screen.getByRole("link", { name: /^Tafsir/ })).toHaveAttribute(
      "href",
      "/genre/Tafsir%20%26%20Qur%E2%80%99an%20%2F%20Sciences",
    );
  });

  test("show their books, from an encoded name in any case", async () => {
    const { calls } = open(`/genre/${encodeURIComponent("tafsir & qur’an / sciences")}`);

    expect(
      await screen.findByRole("heading", { level: 1, name: "Tafsir & Qur’an / Sciences" }),
    ).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Book 1" })).toBeVisible();
    expect(screen.getByText("About Tafsir & Qur’an / Sciences.")).toBeVisible();
    const url = new URL(calls.at(-1)?.url ?? "", "http://localhost");
    expect(url.searchParams.get("genre")).toBe("Tafsir & Qur’an / Sciences");
    const others = screen.getByRole("region", { name: "Other genres" });
    expect(within(others).getAllByRole("link")).toHaveLength(1);
  });

  test("that do not exist show an error with the existing ones", async () => {
    open("/genre/Alchemy");

    expect(
      await screen.findByRole("heading", { level: 1, name: "There is no genre called “Alchemy”" }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Fiqh" })).toBeVisible();
  });
});
