import { Search } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { maxSearchLength, type Suggestion } from "#shared/books/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { getSuggestionUrl, useSuggestions } from "./use-suggestions.ts";

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

function useCombobox(search: string) {
  const [input, setInput] = useState(search);
  const [isOpen, setOpen] = useState(false);
  /** -1 for the input itself. */
  const [selected, setSelected] = useState(-1);
  const suggestions = useSuggestions(isOpen ? input : "");
  const isListOpen = isOpen && suggestions.length > 0;

  useEffect(() => setInput(search), [search]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isListOpen) {
      event.preventDefault();
      setOpen(false);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    setOpen(true);
    setSelected(stepSelection(selected, step, suggestions));
  };
  return {
    text: input,
    setText: (text: string) => {
      setInput(text);
      setSelected(-1);
      setOpen(true);
    },
    close: () => setOpen(false),
    isOpen,
    isListOpen,
    suggestions,
    selectedIndex: selected,
    onKeyDown,
  };
}

function stepSelection(selected: number, step: number, suggestions: readonly Suggestion[]): number {
  const optionCount = suggestions.length + 1;
  return ((selected + 1 + step + optionCount) % optionCount) - 1;
}
