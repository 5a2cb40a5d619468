import { Store, useStore } from "./store.ts";

export interface ColumnPreference<Column extends string> {
  readonly columns: readonly Column[];
  readonly setShown: (column: Column, isShown: boolean) => void;
  /** The shown columns. */
  readonly use: () => ReadonlySet<Column>;
}

/** Which columns of a list are shown; this browser remembers the hidden ones. */
export function createColumnPreference<const Column extends string>(
  storageKey: string,
  columns: readonly Column[],
): ColumnPreference<Column> {
  const store = new Store<ReadonlySet<Column>>(without(columns, readHidden(storageKey)));
  return {
    columns,
    setShown(column, isShown) {
      const visible = store.getState();
      const next = columns.filter((each) => (each === column ? isShown : visible.has(each)));
      store.set(new Set(next));
      const hidden = columns.filter((each) => !next.includes(each));
      try {
        localStorage.setItem(storageKey, hidden.join(" "));
      } catch {}
    },
    use: () => useStore(store),
  };
}

const without = <Column extends string>(columns: readonly Column[], hidden: readonly string[]) =>
  new Set(columns.filter((column) => !hidden.includes(column)));

function readHidden(storageKey: string): readonly string[] {
  try {
    return localStorage.getItem(storageKey)?.split(" ") ?? [];
  } catch {
    return [];
  }
}
