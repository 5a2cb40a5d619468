import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { type BookDetail, booksContract } from "#shared/books/contract.ts";
import { previewContract } from "#shared/books/preview.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { mediaOverlayStreams } from "#shared/media-overlays/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import { NotFoundCard } from "#client/app/layout/not-found-card.tsx";
import { makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import { getId, makeDetail, makeEntry, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { BookPage } from "./book-page.tsx";

const { getEbook } = readerContract;
const { getReadAlong } = mediaOverlayStreams;
const { getPlaylist } = playerContract;
const { getBook, listReviews, listSimilar } = booksContract;
const { book: _book, ...mine } = makeEntry(5);
const guest = stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" });
const reader = reply(accountsContract.getUser, makeUser());

const fullAccess = {
  isVisible: true,
  read: "whole",
  listen: "none",
  canDownload: true,
  needs: null,
} as const;

/** A text of several chapters; the third is not in the sample. */
function makeText(chapterCount: number): Ebook {
  const numbers = Array.from({ length: chapterCount }, (_, index) => index + 1);
  return {
    bookId: getId(5) as Ebook["bookId"],
    title: "Letters from the Road",
    author: "",
    language: "en",
    kind: "book",
    direction: "ltr",
    layout: "reflowable",
    version: "0123456789abcdef",
    packagePath: "book.opf",
    spine: numbers.map((n) => ({
      index: n - 1,
      path: `${n}.xhtml`,
      isLinear: true,
      wordCount: 100,
      sentenceCount: 10,
      isMissing: false,
      isLocked: n === 3,
    })),
    toc: numbers.map((n) => ({ label: `Chapter ${n}`, href: `${n}.xhtml`, children: [] })),
    entries: [],
    wordCount: 100 * chapterCount,
    pageCount: chapterCount,
    portion: "sample",
    hasAudiobook: false,
  };
}

function open(book: Partial<BookDetail>, user: Stub, at = `/book/${getId(5)}`, ...more: readonly Stub[]) {
  const calls = stubCalls(
    user,
    reply(
      getBook,
      makeDetail(5, { title: "Letters from the Road", subtitle: "A pilgrim writes home", ...book }),
    ),
    reply(listSimilar, []),
    reply(getEbook, makeText(0)),
    reply(listReviews, {
      reviews: [
        {
          id: getId(80),
          readerName: "Yusuf",
          readerUsername: "yusuf.k",
          stars: 4.5,
          text: "It ends well.",
          content: [{ type: "paragraph", children: [{ type: "text", text: "It ends well." }] }],
          hasSpoiler: true,
          isMine: false,
          isSample: true,
          helpfulCount: 0,
          isHelpful: false,
          editedAt: null,
          createdAt: new Date("2026-01-01T00:00:00Z"),
        },
      ],
      total: 1,
      starCounts: [0, 0, 0, 0, 1],
      nextCursor: null,
    }),
    ...more,
  );
  const page = renderPage(
    <ErrorBoundary notFound={<NotFoundCard />}>
      <Routes>
        <Route path="/book/:id" element={<BookPage />} />
        <Route path="/auth" element={<h1>Sign In</h1>} />
      </Routes>
    </ErrorBoundary>,
    { at },
  );
  return { ...page, ...calls };
}

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

describe("a book page", () => {
  test("reserves the space of the buttons before the position has loaded", async () => {
    const myEntry = { ...mine, lastFormat: "audio", status: "currently-reading" } as const;
    const access = { ...fullAccess, listen: "whole" } as const;
    open(
      { access, myEntry, hasAudiobook: true },
      reader,
      undefined,
      reply(getPlaylist, makePlaylistFixture()),
    );

    const listen = await screen.findByRole("button", { name: "Continue listening" });
    expect(listen).toBeDisabled();
    await vi.waitFor(() => expect(listen).toBeEnabled());
    expect(listen).toHaveAccessibleName("Continue listening");
  });

  test("offers guests the sample and says how to get the rest", async () => {
    const { user, url } = open({}, guest);

    expect(await screen.findByRole("heading", { level: 1, name: "Letters from the Road" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Read a sample" })).toHaveAttribute("href", `/read/${getId(5)}`);
    expect(screen.queryByRole("link", { name: "Download EPUB" })).toBeNull();
    expect(screen.getByText("Written for this library.")).toBeVisible();
    expect(document.title).toBe("Letters from the Road · Maktaba");
    const add = screen.getByRole("button", { name: "Add to library" });
    await vi.waitFor(() => expect(add).toBeEnabled());
    await user.click(add);

    expect(url()).toBe(`/auth?returnTo=${encodeURIComponent(`/book/${getId(5)}`)}`);
  });

  test("a short book that guests can read in full has no sample", async () => {
    open({ access: { ...fullAccess, canDownload: false, needs: "sign-in" } }, guest);

    expect(await screen.findByRole("link", { name: "Read" })).toBeVisible();
    expect(screen.queryByText(/sample/)).toBeNull();
    expect(screen.getByText("Sign in to download the EPUB.")).toBeVisible();
  });

  test("lets readers continue, and download when allowed", async () => {
    open({ access: fullAccess, myEntry: mine }, reader);

    expect(await screen.findByRole("link", { name: "Continue reading" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Download EPUB" })).toHaveAttribute(
      "href",
      `/api/media/stream?mediaType=epub&bookId=${getId(5)}`,
    );
    expect(screen.queryByText(/As a guest/)).toBeNull();
  });

  test("downloads the book with its narration, or says why not", async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const access = { ...fullAccess, listen: "whole" } as const;
    const rejected = {
      code: "unprocessable_file",
      message: "",
      reason: { code: "epub2_without_audio" },
    } as const;
    const head = { ...getReadAlong, method: "HEAD" } as never;
    const { user, add } = open(
      { access, hasAudiobook: true, hasSyncMap: true },
      reader,
      undefined,
      stubRejection(head, rejected),
      stubRejection(getReadAlong as never, rejected),
    );
    const download = async () => {
      const button = await screen.findByRole("button", { name: "Download with narration" });
      await vi.waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
    };

    await download();
    expect(
      await screen.findByText("This is an EPUB 2, which cannot contain synchronized audio."),
    ).toBeVisible();
    expect(clicked).not.toHaveBeenCalled();
    add({ contract: head, status: 200, body: null });
    await download();
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(clicked.mock.contexts[0]).toHaveProperty(
      "href",
      expect.stringMatching(`/api/books/${getId(5)}/read-along.epub$`),
    );
  });

  test.each([
    { access: { ...fullAccess, listen: "sample" } as const, hasSyncMap: true },
    { access: { ...fullAccess, listen: "whole", canDownload: false } as const, hasSyncMap: true },
    { access: { ...fullAccess, listen: "whole" } as const, hasSyncMap: false },
  ])("offers no narration for download with %o", async (book) => {
    open({ hasAudiobook: true, ...book }, reader);

    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download with narration" })).toBeNull();
  });

  test.each([
    ["membership", "This book is for supporters. You can try a sample."],
    ["release", "Available from March 12, 2027."],
  ] as const)("shows the requirement: %s", async (needs, text) => {
    const access = { ...fullAccess, read: "none", canDownload: false, needs } as const;
    open({ access, releaseAt: new Date("2027-03-12T12:00:00Z") }, reader);

    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Read/ })).toBeNull();
  });

  test("adds it to the library optimistically", async () => {
    const { user, calls } = open(
      { access: fullAccess },
      reader,
      undefined,
      reply(libraryContract.saveEntry, { ...mine, status: "want-to-read" }),
    );
    const add = () => screen.getByRole("button", { name: "Add to library" });
    await vi.waitFor(() => expect(add()).toBeEnabled());

    await user.click(add());
    await user.click(await screen.findByRole("menuitem", { name: "Want to read" }));

    expect(await screen.findByText("Added to your library")).toBeVisible();
    expect(calls.find(({ method }) => method === "PUT")).toMatchObject({
      url: `/api/user/library/${getId(5)}`,
      body: { status: "want-to-read" },
    });
  });

  test("offers to listen again once it is marked as finished", async () => {
    const book = { access: { ...fullAccess, listen: "whole" }, hasAudiobook: true } as const;
    const finished = { ...mine, status: "finished" } as const;
    const { user, add } = open(
      { ...book, myEntry: mine },
      reader,
      undefined,
      reply(getPlaylist, makePlaylistFixture()),
      reply(libraryContract.saveEntry, finished),
    );

    expect(await screen.findByRole("button", { name: "Continue listening" })).toBeVisible();
    add(reply(getBook, makeDetail(5, { ...book, myEntry: finished })));
    await user.click(await screen.findByRole("button", { name: "Currently reading" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Finished" }));

    expect(await screen.findByRole("button", { name: "Listen" })).toBeVisible();
  });

  test("accepts half stars", async () => {
    const { user, calls } = open(
      { access: fullAccess, myEntry: mine, canReview: true },
      reader,
      undefined,
      reply(libraryContract.saveRating, { done: true }),
    );

    const stars = within(await screen.findByRole("group", { name: "Rate Letters from the Road" }));
    await user.click(stars.getByRole("radio", { name: "3.5 stars" }));

    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ stars: 3.5 });
  });

  test("accepts a review with a spoiler mark", async () => {
    const myReview = { stars: 4, text: "", hasSpoiler: false, hiddenReason: null };
    const { user, calls } = open(
      { access: fullAccess, canReview: true, myReview },
      reader,
      undefined,
      reply(libraryContract.saveRating, { done: true }),
    );

    await user.click(await screen.findByRole("button", { name: "Write a review" }));
    const text = await screen.findByRole("textbox", { name: "Your review" });
    expect(text).toHaveFocus();
    await user.type(text, "  <b>It ends well</b> ");
    await user.click(screen.getByRole("checkbox", { name: "Contains spoilers" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Your review was saved")).toBeVisible();
    expect(screen.getByRole("button", { name: "Edit your review" })).toHaveFocus();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      stars: 4,
      text: "<b>It ends well</b>",
      hasSpoiler: true,
    });
  });

  test("deletes a review and restores it", async () => {
    const review = { stars: 4, text: "Mine.", hasSpoiler: false };
    const myReview = { ...review, hiddenReason: null };
    const { user, calls } = open(
      { access: fullAccess, canReview: true, myReview },
      reader,
      undefined,
      reply(libraryContract.deleteRating, { done: true }),
      reply(libraryContract.saveRating, { done: true }),
    );

    await user.click(await screen.findByRole("button", { name: "Delete your review" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));

    const listChanges = () => calls.filter(({ method }) => method !== "GET");
    await vi.waitFor(() => expect(listChanges().map(({ method }) => method)).toEqual(["DELETE", "PUT"]));
    expect(listChanges()[1]?.body).toEqual(review);
  });

  test("offers authors no review of their own book", async () => {
    open({ access: fullAccess, canReview: false }, reader);

    expect(await screen.findByRole("link", { name: "Yusuf" })).toHaveAttribute("href", "/readers/yusuf.k");
    expect(screen.queryByRole("group", { name: /^Rate/ })).toBeNull();
  });

  test("shows its series, other editions, and why it cannot be downloaded", async () => {
    const other = makeDetail(8, { title: "The First Letter" });
    open(
      {
        access: { ...fullAccess, canDownload: false },
        allowsDownload: false,
        series: {
          id: getId(9),
          name: "Letters",
          position: 2,
          next: null,
          books: [{ position: 1, book: other }],
        },
        editions: [{ id: other.id, title: "رسائل من الطريق", language: "ar" }],
      },
      reader,
    );

    expect(await screen.findByRole("heading", { name: /More .* Letters/ })).toBeVisible();
    expect(screen.getByRole("link", { name: "The First Letter" })).toHaveAttribute(
      "href",
      `/book/${getId(8)}`,
    );
    expect(screen.getByText("العربية")).toBeVisible();
    expect(screen.getByText(/publisher does not allow downloads/)).toBeVisible();
  });

  test("shows a draft's state to those who may see it", async () => {
    open({ state: "draft", hasEbook: true, chapterCount: 0 }, reader, `/book/${getId(5)}?preview=basic`);

    expect(await screen.findByRole("heading", { name: "Draft: not published yet" })).toBeVisible();
    expect(screen.getByText("Text").closest("li")).toHaveTextContent("Text 900 words");
    expect(screen.getByText("Audio").closest("li")).toHaveTextContent("Audio not yet");
  });

  test("tells a revision from the published book, and what it changes", async () => {
    const revisionOf = { id: getId(6) as BookId, title: "Letters from the Road" };
    open({ state: "in-review", hasEbook: true, revisionOf }, reader, `/book/${getId(5)}?preview=basic`);

    expect(
      await screen.findByRole("heading", { name: "New files in review: not published yet" }),
    ).toBeVisible();
    const note = screen.getByText(/This is a revision of the published book/);
    expect(within(note).getByRole("link")).toHaveAttribute("href", `/book/${getId(6)}`);
    expect(screen.getByText(/readers get this text\. The audio/)).toBeVisible();
  });

  test("shows the user's own book as a guest sees it, without acting as its author", async () => {
    const sample = { ...fullAccess, read: "sample", canDownload: false, needs: "sign-in" } as const;
    const ownDraft = { state: "draft", hasEbook: true, access: fullAccess, canEdit: true } as const;
    const asGuest = makeDetail(5, { title: "Letters from the Road", hasEbook: true, access: sample });
    const { user, url } = open(
      ownDraft,
      reader,
      `/book/${getId(5)}?preview=basic`,
      reply(previewContract.previewBook, asGuest),
    );
    expect(await screen.findByRole("heading", { name: "Draft: not published yet" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Edit book" })).toHaveAttribute(
      "href",
      `/authors-portal?book=${getId(5)}`,
    );

    await user.click(await screen.findByRole("button", { name: "Guest" }));

    const read = await screen.findByRole("link", { name: "Read a sample" });
    expect(screen.queryByRole("heading", { name: "Draft: not published yet" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Edit book" })).toBeNull();
    expect(screen.getByRole("link", { name: "Sign in to rate and review this book" })).toBeVisible();
    await user.click(read);
    expect(url()).toBe(`/book/${getId(5)}?preview=basic&viewer=guest`);
    await user.click(screen.getByRole("button", { name: "You" }));
    expect(await screen.findByRole("heading", { name: "Draft: not published yet" })).toBeVisible();
  });

  test.each([
    ["waiting", null, "queued"],
    ["working", null, "in progress"],
    ["failed", "lost-file", "failed: the image file is missing"],
    ["done", null, "not yet"],
  ] as const)("shows the import progress of a draft: %s", async (state, reason, words) => {
    open({ state: "draft", tasks: [{ name: "cover", state, reason }] }, reader);

    const part = (await screen.findByText("Cover")).closest("li");
    expect(part).toHaveTextContent(`Cover ${words}`);
  });

  test("subscribes to a coming-soon book", async () => {
    const releaseAt = new Date("2027-03-12T12:00:00Z");
    const access = { ...fullAccess, read: "none", canDownload: false, needs: "release" } as const;
    const noReleaseAlerts = reply(libraryContract.listReleaseAlerts, []);
    const put = reply(libraryContract.saveReleaseAlert, { done: true });
    const { user, calls } = open(
      { access, isComingSoon: true, releaseAt },
      reader,
      undefined,
      noReleaseAlerts,
      put,
    );

    const notify = await screen.findByRole("button", {
      name: "Notify me when Letters from the Road is available",
    });
    expect(screen.getByText("Available from March 12, 2027.")).toBeVisible();
    await user.click(notify);

    const listPutUrls = () => calls.filter(({ method }) => method === "PUT").map(({ url }) => url);
    await vi.waitFor(() => expect(listPutUrls()).toEqual([expect.stringContaining(getId(5))]));
  });

  test("lists the contents with links to chapters", async () => {
    const { user } = open({ access: fullAccess }, guest, undefined, reply(getEbook, makeText(12)));

    const contents = within(await screen.findByRole("region", { name: "Chapters" }));
    const link = await contents.findByRole("link", { name: "Chapter 2" });
    expect(link).toHaveAttribute("href", `/read/${getId(5)}?chapter=2`);
    expect(contents.getByText("Chapter 3")).toBeVisible();
    expect(contents.queryByRole("link", { name: "Chapter 3" })).toBeNull();
    await user.click(contents.getByRole("button", { name: "Show all 12 chapters" }));

    expect(contents.getByRole("link", { name: "Chapter 9" })).toHaveFocus();
  });

  test("hides spoilers until requested", async () => {
    const { user } = open({}, guest);
    const show = await screen.findByRole("button", { name: /contains spoilers/ });
    expect(screen.queryByText("It ends well.")).toBeNull();

    await user.click(show);

    expect(screen.getByText("It ends well.")).toBeVisible();
    expect(screen.getByText("Sample review")).toBeVisible();
  });

  test("redirects an old id", async () => {
    const { url } = open({}, guest, "/book/old-shelf-17?preview=basic");

    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    expect(url()).toBe(`/book/${getId(5)}?preview=basic`);
  });

  test("shows errors under their headings", async () => {
    open({}, guest, undefined, stubRejection(getBook, { code: "forbidden", message: "Not now." }));

    const heading = await screen.findByRole("heading", { level: 1, name: "This book could not be loaded." });
    expect(heading).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
  });

  test("shows the 404 card for an unknown book", async () => {
    open({}, guest, undefined, stubRejection(getBook, { code: "not_found", message: "No such book." }));

    expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  });
});
