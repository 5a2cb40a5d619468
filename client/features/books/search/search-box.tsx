import { Search } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { maxSearchLength } from "#shared/books/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useCombobox } from "./use-combobox.ts";
import { getSuggestionUrl } from "./use-suggestions.ts";

interface SearchBoxProps {
  readonly search?: string;
  readonly onSearch: (search: string) => void;
  readonly onLeave?: () => void;
  readonly takesFocus?: boolean;
}

export function SearchBox({ search = "", onSearch, onLeave, takesFocus = false }: SearchBoxProps) {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { typed, type, close, isOpen, isListed, suggestions, chosen, onKeyDown } = useCombobox(search);

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  const follow = (index: number) => {
    const suggestion = suggestions[index];
    if (!suggestion) return;
    close();
    void navigate(getSuggestionUrl(suggestion));
    onLeave?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    close();
    if (isListed && chosen >= 0) return follow(chosen);
    onSearch(typed.trim());
    onLeave?.();
  };

  return (
    <search>
      <form action="/browse" onSubmit={submit} className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-muted"
        />
        <input
          ref={input}
          type="search"
          name="search"
          role="combobox"
          aria-label={t("shell.searchPlaceholder")}
          placeholder={t("shell.searchPlaceholder")}
          aria-expanded={isListed}
          aria-autocomplete="list"
          {...(isListed && { "aria-controls": `${id}-list` })}
          {...(isListed && chosen >= 0 && { "aria-activedescendant": `${id}-${chosen}` })}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={maxSearchLength}
          dir="auto"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            onKeyDown(event);
            if (event.key === "Escape" && !event.defaultPrevented && !typed) onLeave?.();
          }}
          onBlur={close}
          className="block min-h-11 w-full rounded-full border border-edge bg-surface ps-10 pe-4 py-2 text-ellipsis text-ink placeholder:text-muted"
        />
        <p role="status" className="sr-only">
          {isOpen && typed.trim().length > 1 && t("shell.suggestions", { n: suggestions.length })}
        </p>
        {isListed && (
          <SuggestionList id={id} suggestions={suggestions} selectedIndex={chosen} onFollow={follow} />
        )}
      </form>
    </search>
  );
}
