import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { makeDetail, makeEntry } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { useMyEntry } from "./use-my-entry.ts";

const { saveEntry, deleteEntry } = libraryContract;
const bookQuery = query(booksContract.getBook, { params: { bookId: makeDetail(5).id } });
const { book: _, ...saved } = makeEntry(5, { status: "paused" });
const rejected = stubRejection(saveEntry, { code: "internal", message: "" });

function Book() {
  const { data: book } = useQuery(bookQuery);
  const { setStatus, removeFrom } = useMyEntry(makeDetail(5).id);
  return (
    <>
      <output>{`${book?.title} ${book?.myEntry?.status ?? "no entry"}`}</output>
      <button type="button" onClick={() => setStatus("finished")}>
        Finish
      </button>
      <button type="button" onClick={() => removeFrom("paused")}>
        Remove
      </button>
    </>
  );
}

async function openBook(...stubs: readonly Stub[]) {
  const calls = stubCalls(reply(booksContract.getBook, makeDetail(5, { myEntry: saved })), ...stubs);
  const page = renderPage(<Book />);
  await screen.findByText("Book 5 paused");
  const click = (name: string) => page.user.click(screen.getByRole("button", { name }));
  return { ...calls, ...page, click, methods: () => calls.calls.map(({ method }) => method) };
}

test("a failed change is taken back", async () => {
  const { click, hold } = await openBook(rejected);
  const release = hold(() => true);

  await click("Finish");
  expect(await screen.findByText("Book 5 finished")).toBeVisible();
  release();

  expect(await screen.findByText("Book 5 paused")).toBeVisible();
});

test("data that arrived before a change failed stays", async () => {
  const { click, hold, add, client, methods } = await openBook(rejected);
  const release = hold(() => true);
  await click("Finish");
  const newer = makeDetail(5, { title: "Newer title", myEntry: saved });
  client.setQueryData(bookQuery.queryKey, newer);
  add(reply(booksContract.getBook, newer));
  const titles = new Set<string | undefined>();
  client.getQueryCache().subscribe(() => titles.add(client.getQueryData(bookQuery.queryKey)?.title));

  release();

  await vi.waitFor(() => expect(methods()).toEqual(["GET", "PUT", "GET"]));
  expect([...titles]).toEqual(["Newer title"]);
});

test("undo is sent after the removal has been answered", async () => {
  const { click, hold, methods, user } = await openBook(
    reply(deleteEntry, { done: true }),
    reply(saveEntry, saved),
  );
  const release = hold(({ method }) => method === "DELETE");

  await click("Remove");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(methods()).toEqual(["GET", "DELETE"]);
  release();

  await vi.waitFor(() => expect(methods()).toContain("PUT"));
});
