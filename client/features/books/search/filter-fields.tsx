import { useQuery } from "@tanstack/react-query";
import type { BookFormat } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { query } from "#client/lib/api/query.ts";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import type { BrowseFilters } from "./browse-filters.ts";
import { SortField } from "./sort-field.tsx";

interface FilterFieldsProps {
  readonly filters: BrowseFilters;
  readonly onChange: (changes: Partial<BrowseFilters>) => void;
}

export const formatTexts = {
  ebook: "browse.ebooks",
  audiobook: "browse.audiobooks",
  both: "browse.both",
} as const satisfies Record<BookFormat, MessageKey>;

const formats: readonly BookFormat[] = ["ebook", "audiobook", "both"];

export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { data: genres = [] } = useQuery(query(booksContract.listGenres, {}));
  const { data: options } = useQuery(query(booksContract.listFilters, {}));
  const toOptions = (value: string | undefined, label = value) => (value && label ? [{ value, label }] : []);

  return (
    <>
      <Select
        label={t("browse.genre")}
        value={filters.genre ?? ""}
        onChange={(genre) => onChange({ genre })}
        options={withCurrent(filters.genre, [
          { value: "", label: t("browse.allGenres") },
          ...genres.flatMap(({ name }) => toOptions(name, getGenreName(name))),
        ])}
      />
      <Select
        label={t("browse.format")}
        value={filters.format ?? ""}
        onChange={(format) => onChange({ format: formats.find((each) => each === format) })}
        options={[
          { value: "", label: t("browse.allFormats") },
          ...formats.map((format) => ({ value: format, label: t(formatTexts[format]) })),
        ]}
      />
      <Select
        label={t("browse.language")}
        value={filters.language ?? ""}
        onChange={(language) => onChange({ language })}
        options={withCurrent(filters.language, [
          { value: "", label: t("browse.allLanguages") },
          ...(options?.languages ?? []).flatMap(({ code }) => toOptions(code, getLanguageName(code))),
        ])}
      />
      <Select
        label={t("browse.author")}
        value={filters.author ?? ""}
        onChange={(author) => onChange({ author })}
        options={withCurrent(filters.author, [
          { value: "", label: t("browse.allAuthors") },
          ...(options?.authors ?? []).flatMap(({ name }) => toOptions(name)),
        ])}
      />
      <SortField filters={filters} onChange={onChange} />
      <Switch
        label={t("browse.freeOnly")}
        checked={filters.isFree ?? false}
        onChange={(isOn) => onChange({ isFree: isOn ? true : undefined })}
      />
    </>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function withCurrent(current: string | undefined, options: readonly Option[]): readonly Option[] {
  const isKnown = !current || options.some(({ value }) => value === current);
  return isKnown ? options : [...options, { value: current, label: current }];
}
