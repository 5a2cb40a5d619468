/** The operators of an `mfenced` element, which becomes an `mrow` with `mo` elements. */
export interface Fence {
  readonly open: string;
  readonly close: string;
  /** The last one is repeated. */
  readonly separators: readonly string[];
  children: number;
}

export function toFence({
  open = "(",
  close = ")",
  separators = ",",
}: Readonly<Record<string, string>>): Fence {
  return {
    open: open.trim(),
    close: close.trim(),
    separators: [...separators.replace(/\s/g, "")],
    children: 0,
  };
}

/** Counts a child and returns the operator before it; empty for none. */
export function takeSeparator(fence: Fence): string {
  const { separators, children } = fence;
  fence.children++;
  return children > 0 ? (separators[Math.min(children, separators.length) - 1] ?? "") : "";
}
