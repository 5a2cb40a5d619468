import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";

interface BookSearchProps {
  readonly label: string;
  readonly onChoose: (book: { id: BookId; title: string; coverImageUrl: string }) => void;
}

/** A search field with up to eight books to choose from. */
export function BookSearch({ label, onChoose }: BookSearchProps) {
  const [search, setSearch] = useState("");
  const searchQuery = useQuery({
    ...query(booksContract.suggest, { query: { search, limit: 8 } }),
    enabled: search.trim() !== "",
  });
  const books = (searchQuery.data ?? []).filter(({ kind }) => kind === "book");
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={label} value={search} onSearch={setSearch} />
      <ul className="flex flex-col">
        {books.map(({ id, label: title, detail, coverImageUrl }) => (
          <li key={id}>
            <Button
              tone="quiet"
              isWide
              className="justify-start! text-start!"
              onClick={() => {
                setSearch("");
                onChoose({ id: BookId.parse(id), title, coverImageUrl });
              }}
            >
              <bdi className="truncate">{title}</bdi>
              <bdi className="truncate text-muted text-small">{detail}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
