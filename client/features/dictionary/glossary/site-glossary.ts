import type { Candidate } from "#shared/dictionary/arabic-candidates.ts";
import { foldWord } from "#shared/dictionary/fold-word.ts";

export interface SiteTerm {
  /** Its spellings in Latin letters, the usual one first. */
  readonly names: readonly string[];
  /** Its Arabic forms, the usual one first. */
  readonly arabic: readonly string[];
  readonly definitions: Readonly<Record<"en" | "ar", string>>;
}

/** The terms by their folded names. */
type SiteGlossary = ReadonlyMap<string, readonly SiteTerm[]>;

const files = import.meta.glob<string>("./terms/*.tsv", { query: "?raw", import: "default" });

let loading: Promise<SiteGlossary> | null = null;

/** Looks up the terms of this library, the most exact first. */
export async function findSiteTerms(
  candidates: readonly Candidate[],
): Promise<{ readonly term: SiteTerm; readonly isGuess: boolean }[]> {
  loading ??= loadGlossary().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return findTerms(await loading, candidates);
}

async function loadGlossary(): Promise<SiteGlossary> {
  const texts = await Promise.all(Object.values(files).map((load) => load()));
  return indexTerms(texts.flatMap(parseTerms));
}

/** One term in a line: names, Arabic forms, and the definition in English and in Arabic. */
export function parseTerms(text: string): SiteTerm[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [names = "", arabic = "", en = "", ar = ""] = line.split("\t");
      return { names: names.split("|"), arabic: arabic.split("|"), definitions: { en, ar } };
    });
}

export function indexTerms(terms: readonly SiteTerm[]): SiteGlossary {
  const byName = new Map<string, SiteTerm[]>();
  for (const term of terms) {
    for (const name of new Set([...term.names, ...term.arabic].map(foldWord)))
      byName.set(name, [...(byName.get(name) ?? []), term]);
  }
  return byName;
}

/** An exact term alone, else those of the nearest form. */
export function findTerms(glossary: SiteGlossary, candidates: readonly Candidate[]) {
  for (const { form, distance } of candidates) {
    const terms = glossary.get(form);
    if (terms) return terms.map((term) => ({ term, isGuess: distance > 0 }));
  }
  return [];
}
