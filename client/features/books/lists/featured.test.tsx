import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { BookHeader } from "#client/features/books/book-header.tsx";
import { makeBook, makeDetail } from "#client/testing/factories.ts";
import { BookCard } from "#client/ui/books/book-card.tsx";
import { BookListItem } from "./book-list-item.tsx";

describe.each([
  ["a card", (isFeatured: boolean) => <BookCard book={makeBook(1, { isFeatured })} />],
  ["a row", (isFeatured: boolean) => <BookListItem book={makeBook(1, { isFeatured })} />],
  [
    "a book's page",
    (isFeatured: boolean) => <BookHeader book={makeDetail(1, { isFeatured })} actions={null} />,
  ],
])("%s", (_name, shown) => {
  const show = (isFeatured: boolean) => render(shown(isFeatured), { wrapper: MemoryRouter });

  test("labels a featured book", () => {
    show(true);

    expect(screen.getByText("Featured")).toBeVisible();
  });

  test("shows no label for other books", () => {
    show(false);

    expect(screen.queryByText("Featured")).toBeNull();
  });
});
