import { type KeyboardEvent, useEffect, useState } from "react";
import type { Suggestion } from "#shared/books/contract.ts";
import { useSuggestions } from "./use-suggestions.ts";

export function useCombobox(search: string) {
  const [typed, setTyped] = useState(search);
  const [isOpen, setOpen] = useState(false);
  /** -1 for the input itself. */
  const [chosen, setChosen] = useState(-1);
  const suggestions = useSuggestions(isOpen ? typed : "");
  const isListed = isOpen && suggestions.length > 0;

  useEffect(() => setTyped(search), [search]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isListed) {
      event.preventDefault();
      setOpen(false);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    setOpen(true);
    setChosen(stepped(chosen, step, suggestions));
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setChosen(-1);
      setOpen(true);
    },
    close: () => setOpen(false),
    isOpen,
    isListed,
    suggestions,
    chosen,
    onKeyDown,
  };
}

function stepped(chosen: number, step: number, suggestions: readonly Suggestion[]): number {
  const optionCount = suggestions.length + 1;
  return ((chosen + 1 + step + optionCount) % optionCount) - 1;
}
