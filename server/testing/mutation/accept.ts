/** A mutant that no test needs to notice. */
export interface AcceptedSurvivor {
  readonly file: string;
  /** Ends with `…` when it is cut; white space counts once. */
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

/** Accepts mutants of one file for one reason. */
export const accept = (
  file: string,
  reason: string,
  ...mutants: readonly (readonly [original: string, ...replacements: string[]])[]
): AcceptedSurvivor[] =>
  mutants.flatMap(([original, ...replacements]) =>
    replacements.map((replacement) => ({ file, original, replacement, reason })),
  );

/** Whether the code of a mutant is that of an accepted one. */
export function isSameCode(accepted: string, code: string): boolean {
  const text = code.replace(/\s+/g, " ");
  return accepted.endsWith("…") ? text.startsWith(accepted.slice(0, -1)) : text === accepted;
}
