import { type KeyboardEvent, useEffect, useState } from "react";
import type { Suggestion } from "#shared/books/contract.ts";
import { useSuggestions } from "./use-suggestions.ts";

export function useCombobox(search: string) {
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
