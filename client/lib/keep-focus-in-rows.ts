const controls = "button, a[href], input, select, textarea";

/**
 * A ref of an element with a list. When the row with the focus is removed, the same control of the next row is focused;
 * after the last row, the focusable area around the list.
 */
export function keepFocusInRows(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return;
  let focused: FocusedRow | null = null;
  const remember = ({ target }: Event) => {
    focused = findRow(target as HTMLElement);
  };
  const observer = new MutationObserver(() => {
    const last = focused;
    if (!last) return;
    if (last.row.isConnected) {
      last.index = [...last.list.children].indexOf(last.row);
      return;
    }
    focused = null;
    if (isFocusLost()) focusNextRow(last, container);
  });
  container.addEventListener("focusin", remember);
  observer.observe(container, { childList: true, subtree: true });
  return () => {
    container.removeEventListener("focusin", remember);
    observer.disconnect();
  };
}

interface FocusedRow {
  readonly row: HTMLElement;
  readonly list: HTMLElement;
  index: number;
  /** The place of the control in its row. */
  readonly control: number;
}

function findRow(target: HTMLElement): FocusedRow | null {
  const row = target.closest("li");
  const list = row?.parentElement;
  if (!row || !list) return null;
  const control = [...row.querySelectorAll<HTMLElement>(controls)].indexOf(target);
  return { row, list, index: [...list.children].indexOf(row), control };
}

const isFocusLost = () => document.activeElement === document.body || document.activeElement === null;

function focusNextRow({ list, index, control }: FocusedRow, container: HTMLElement): void {
  const rows = list.isConnected ? [...list.children] : [];
  const next = [...((rows[index] ?? rows.at(-1))?.querySelectorAll<HTMLElement>(controls) ?? [])];
  const target = next[control] ?? next.at(-1) ?? container.closest<HTMLElement>('[tabindex="-1"]');
  target?.focus();
}
