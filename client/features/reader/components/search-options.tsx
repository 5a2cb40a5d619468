import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import type { BookSearchQuery } from "#client/features/reader/book-search-query.ts";
import { useDebouncedValue } from "#client/lib/hooks/use-debounced-value.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";

interface SearchOptionsProps {
  readonly query: BookSearchQuery;
  readonly onChange: (part: Partial<BookSearchQuery>) => void;
}

/** The greatest distance from one word to another. */
const distances = [3, 5, 10, 25] as const;

const debounceMs = 300;

export function SearchOptions({ query, onChange }: SearchOptionsProps) {
  const { wholeWords, near, exclude } = query;
  const [isOpen] = useState(wholeWords || near > 0 || exclude !== "");
  const options = [
    { value: "0", label: t("readerPanels.search.near.any") },
    ...distances.map((n) => ({ value: String(n), label: t("readerPanels.search.near.words", { n }) })),
  ];

  return (
    <details open={isOpen} className="group pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between text-small">
        {t("readerPanels.search.options")}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-3">
        <Checkbox
          label={t("readerPanels.search.wholeWords")}
          checked={wholeWords}
          onChange={({ target }) => onChange({ wholeWords: target.checked })}
        />
        <Select
          label={t("readerPanels.search.near")}
          options={options}
          value={String(near)}
          onChange={(value) => onChange({ near: Number(value) })}
        />
        <ExcludeField exclude={exclude} onChange={onChange} />
        <p className="text-muted text-small">{t("readerPanels.search.quotes")}</p>
      </div>
    </details>
  );
}

function ExcludeField({
  exclude,
  onChange,
}: Pick<BookSearchQuery, "exclude"> & Pick<SearchOptionsProps, "onChange">) {
  const [draft, setDraft] = useState(exclude);
  const debounced = useDebouncedValue(draft, debounceMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches when typing pauses.
  useEffect(() => {
    if (debounced.trim() !== exclude) onChange({ exclude: debounced.trim() });
  }, [debounced]);
  return (
    <TextField
      label={t("readerPanels.search.exclude")}
      value={draft}
      maxLength={200}
      onChange={({ target }) => setDraft(target.value)}
    />
  );
}
