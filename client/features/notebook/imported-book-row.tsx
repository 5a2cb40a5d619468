import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { libraryContract } from "#shared/library/contract.ts";
import type { ImportedBook } from "#shared/notebook/import-contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";

interface ImportedBookRowProps {
  readonly book: ImportedBook;
  /** Empty to leave the book out. */
  readonly onChoose: (bookId: string) => void;
}

/** A book of the file and the book here, which the reader can change to one of the library. */
export function ImportedBookRow({
  book: { title, author, book, total, found },
  onChoose,
}: ImportedBookRowProps) {
  const library = useQuery(query(libraryContract.listLibrary, { query: { sort: "title", limit: 100 } }));
  const [chosen, setChosen] = useState(book?.id ?? "");
  const others = (library.data ?? []).flatMap((entry) => (entry.book.id === book?.id ? [] : [entry.book]));
  return (
    <div className="flex flex-col gap-1">
      <p className="text-small">
        <bdi className="font-medium">{title || t("notebook.untitled")}</bdi>{" "}
        <bdi className="text-muted">{author}</bdi>
      </p>
      <Select
        label={t("notebook.bookHere")}
        hint={t("notebook.foundInBook", { found, total })}
        options={[
          { value: "", label: t("notebook.noBook") },
          ...(book ? [{ value: book.id, label: book.title }] : []),
          ...others.map((other) => ({ value: other.id, label: other.title })),
        ]}
        value={chosen}
        onChange={(id) => {
          setChosen(id as typeof chosen);
          onChoose(id);
        }}
      />
    </div>
  );
}
