/** Replaces the markup from `from` to `to`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export const createInsertion = (at: number, text: string): Edit => ({ from: at, to: at, text });

export function applyEdits(markup: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((a, b) => a.from - b.from || a.to - b.to);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of inOrder) {
    parts.push(markup.slice(at, from), text);
    at = to;
  }
  parts.push(markup.slice(at));
  return parts.join("");
}
