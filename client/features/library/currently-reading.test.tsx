import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { libraryContract } from "#shared/library/contract.ts";
import { makeEntry } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { CurrentlyReading } from "./currently-reading.tsx";

test("books at their end are not offered to continue", async () => {
  const atEnd = { progress: "100.0", proposesFinished: true };
  stubCalls(
    reply(libraryContract.listLibrary, [
      makeEntry(1, atEnd),
      makeEntry(2),
      makeEntry(3, atEnd),
      makeEntry(4),
      makeEntry(5),
    ]),
  );
  renderPage(
    <CurrentlyReading renderContinueButton={({ book }) => <button type="button">{book.title}</button>} />,
  );

  expect(await screen.findByRole("button", { name: "Book 2" })).toBeVisible();
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Book 2", "Book 4"]);
});
