import { useState } from "react";

interface Selectable {
  readonly id: string;
}

/**
 * Rows that were chosen in a list; they stay chosen when the list no longer shows them.
 *
 * @param max further rows are not chosen
 */
export function useSelection<Row extends Selectable>(max = Number.POSITIVE_INFINITY) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  return {
    rows: [...selected.values()],
    has: ({ id }: Selectable) => selected.has(id),
    toggle: (row: Row) =>
      setSelected((previous) => {
        const next = new Map(previous);
        if (!next.delete(row.id) && next.size < max) next.set(row.id, row);
        return next;
      }),
    clear: () => setSelected(new Map()),
  };
}
