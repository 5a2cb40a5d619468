import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { makeBook } from "#client/testing/factories.ts";
import { BookCard } from "./book-card.tsx";

test.each(["Amina Said", ""])("a card by %j has no empty line", (author) => {
  render(
    <MemoryRouter>
      <BookCard book={{ ...makeBook(1), author }} />
    </MemoryRouter>,
  );

  const lines = within(screen.getByRole("article")).getAllByRole("paragraph");
  expect(lines.filter(({ textContent }) => textContent === "")).toEqual([]);
});
