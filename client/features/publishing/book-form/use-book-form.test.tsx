import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { noBookFacts } from "#shared/books/facts.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { useBookForm } from "./use-book-form.ts";

const book: PublishingBook = {
  id: getId(1) as PublishingBook["id"],
  version: 1,
  state: "draft",
  stateReason: "",
  releaseAt: null,
  fields: {
    title: "The Lamp",
    description: "",
    language: "en",
    direction: "ltr",
    credits: [],
    genres: [],
    tropes: [],
    series: null,
    isbns: [],
    ...noBookFacts,
    isFree: true,
    allowsDownload: true,
    allowsNarration: null,
    isFeatured: false,
    kind: "book",
  },
  coverImageUrl: "",
  hasOwnCover: false,
  isDemo: false,
  hasEbook: true,
  hasAudiobook: false,
  wordCount: 1_000,
  duration: null,
  chapterCount: 0,
  owner: null,
  watchers: 0,
  checks: [],
  canEdit: true,
  actions: [],
  revision: null,
};

function TitleForm() {
  const { form, dirty } = useBookForm(book);
  return (
    <>
      <TextField {...form.field("title")} label="Title" />
      <TextField {...form.field("publisher")} label="Publisher" />
      <button type="button" onClick={form.submit}>
        Save
      </button>
      <p data-testid="dirty">{dirty.join()}</p>
    </>
  );
}

test("changes that are typed while others are saved stay", async () => {
  const saved = { ...book, version: 2, fields: { ...book.fields, title: "The Lantern" } };
  const { hold } = stubCalls(reply(publishingContract.editBook, saved));
  const release = hold(() => true);
  const { user } = renderPage(<TitleForm />);
  await user.clear(screen.getByLabelText("Title"));
  await user.type(screen.getByLabelText("Title"), " The Lantern ");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(screen.getByLabelText("Publisher"), "House");

  release();

  await vi.waitFor(() => expect(screen.getByLabelText("Title")).toHaveValue("The Lantern"));
  expect(screen.getByLabelText("Publisher")).toHaveValue("House");
  expect(screen.getByTestId("dirty")).toHaveTextContent(/^publisher$/);
});
