import type { Candidate } from "./arabic-candidates.ts";
import { listIrregularBases } from "./irregular-forms.ts";

/** Endings of regular forms with what stands for them in a headword. */
const endings: readonly (readonly [ending: string, replacement: string])[] = [
  ["'s", ""],
  ["s'", "s"],
  ["ies", "y"],
  ["ves", "f"],
  ["ves", "fe"],
  ["es", ""],
  ["es", "e"],
  ["s", ""],
  ["ied", "y"],
  ["ed", ""],
  ["ed", "e"],
  ["ying", "ie"],
  ["ing", ""],
  ["ing", "e"],
  ["ier", "y"],
  ["iest", "y"],
  ["er", ""],
  ["er", "e"],
  ["est", ""],
  ["est", "e"],
  ["eth", ""],
  ["eth", "e"],
  ["ily", "y"],
  ["ly", ""],
];

const minStem = 2;

/** The forms under which a dictionary can have an English word, the most exact first. */
export function listEnglishCandidates(word: string): Candidate[] {
  const plain = word.toLowerCase().replace(/[’‘]/g, "'");
  const found = new Map<string, number>([[plain, 0]]);
  const add = (form: string, distance: number) => {
    if (form.length >= minStem && !found.has(form)) found.set(form, distance);
  };
  for (const base of listIrregularBases(plain)) add(base, 1);
  for (const [ending, replacement] of endings) {
    if (!plain.endsWith(ending)) continue;
    const stem = plain.slice(0, -ending.length);
    // "running" is of "run".
    if (replacement === "" && /([bdfglmnprtz])\1$/.test(stem)) add(stem.slice(0, -1), 2);
    add(stem + replacement, 2);
  }
  return [...found].map(([form, distance]) => ({ form, distance })).sort((a, b) => a.distance - b.distance);
}
