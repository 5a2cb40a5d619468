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
  readonly onClose?: () => void;
  readonly hasAutoFocus?: boolean;
}

export function SearchBox({ search = "", onSearch, onClose, hasAutoFocus = false }: SearchBoxProps) {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, close, isOpen, isListOpen, suggestions, selectedIndex, onKeyDown } =
    useCombobox(search);

  useEffect(() => {
    if (hasAutoFocus) input.current?.focus();
  }, [hasAutoFocus]);

  const openSuggestion = (index: number) => {
    const suggestion = suggestions[index];
    if (!suggestion) return;
    close();
    void navigate(getSuggestionUrl(suggestion));
    onClose?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    close();
    if (isListOpen && selectedIndex >= 0) return openSuggestion(selectedIndex);
    onSearch(text.trim());
    onClose?.();
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
          aria-expanded={isListOpen}
          aria-autocomplete="list"
          {...(isListOpen && { "aria-controls": `${id}-list` })}
          {...(isListOpen && selectedIndex >= 0 && { "aria-activedescendant": `${id}-${selectedIndex}` })}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={maxSearchLength}
          dir="auto"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            onKeyDown(event);
            if (event.key === "Escape" && !event.defaultPrevented && !text) onClose?.();
          }}
          onBlur={close}
          className="block min-h-11 w-full rounded-full border border-edge bg-surface ps-10 pe-4 py-2 text-ellipsis text-ink placeholder:text-muted"
        />
        <p role="status" className="sr-only">
          {isOpen && text.trim().length > 1 && t("shell.suggestions", { n: suggestions.length })}
        </p>
        {isListOpen && (
          <SuggestionList
            id={id}
            suggestions={suggestions}
            selectedIndex={selectedIndex}
            onChoose={openSuggestion}
          />
        )}
      </form>
    </search>
  );
}
