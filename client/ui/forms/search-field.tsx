import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useDebouncedValue } from "#client/lib/hooks/use-debounced-value.ts";
import { controlClassName } from "./field.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hasAutoFocus?: boolean;
  /** Called when typing pauses. */
  readonly onSearch: (text: string) => void;
}

const typingMs = 250;

/** The search of a list. */
export function SearchField({ label, value, hasAutoFocus = false, onSearch }: SearchFieldProps) {
  const [draft, setDraft] = useState(value);
  const debounced = useDebouncedValue(draft, typingMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches when typing pauses.
  useEffect(() => {
    if (debounced !== value) onSearch(debounced);
  }, [debounced]);
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-muted"
      />
      <input
        // biome-ignore lint/a11y/noAutofocus: for panes that open to search.
        autoFocus={hasAutoFocus}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        className={`${controlClassName} ps-10`}
      />
    </div>
  );
}
