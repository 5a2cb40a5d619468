/** A change of a markup: what stands from `from` up to `to` gives way to a text. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text });

/** Makes all changes; of those at one place, the one that was told first stands first. They must not overlap. */
export function applyAll(markup: string, edits: readonly Edit[]): string {
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
