import { call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Candidate } from "#shared/dictionary/arabic-candidates.ts";
import { dictionaryContract, type EnglishEntry, maxLookedUpLength } from "#shared/dictionary/contract.ts";
import { foldWord, isArabic, trimWord } from "#shared/dictionary/fold-word.ts";
import { listCandidates } from "#shared/dictionary/list-candidates.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import type { DefinitionNode } from "./definitions/definition-node.ts";
import { parseDefinition } from "./definitions/parse-definition.ts";
import { callDictionaries } from "./engine/dictionary-client.ts";
import { toEnglishNodes } from "./english-nodes.ts";
import { findSiteTerms, type SiteTerm } from "./glossary/site-glossary.ts";

export interface FoundEntry {
  readonly headword: string;
  /** The entry is of another form than the selected word. */
  readonly isGuess: boolean;
  readonly nodes: readonly DefinitionNode[];
}

/** The entries of a word in one dictionary. */
export interface FoundSection {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly FoundEntry[];
}

export interface LookUpResult {
  readonly sections: readonly FoundSection[];
  /** The server could not be asked, so that entries may be missing. */
  readonly isIncomplete: boolean;
}

/** Looks a word up: in the book's glossary, the reader's dictionaries, the library's terms and English. */
export async function lookUp(selected: string, bookId: BookId | undefined): Promise<LookUpResult> {
  const word = trimWord(selected).slice(0, maxLookedUpLength);
  const candidates = listCandidates(word);
  let isIncomplete = false;
  const orNothing = (found: Promise<FoundSection[]>) =>
    found.catch(() => {
      isIncomplete = true;
      return [];
    });
  const sections = await Promise.all([
    bookId ? orNothing(findInBook(bookId, candidates)) : [],
    // Without storage there are no dictionaries of the reader.
    findInOwnDictionaries(candidates).catch(() => []),
    orNothing(findInSiteGlossary(candidates)),
    word === "" || isArabic(word) ? [] : orNothing(findInEnglish(word)),
  ]);
  return { sections: sections.flat(), isIncomplete };
}

const toSection = (id: string, title: string, entries: readonly FoundEntry[]): FoundSection[] =>
  entries.length > 0 ? [{ id, title, entries }] : [];

async function findInBook(bookId: BookId, candidates: readonly Candidate[]): Promise<FoundSection[]> {
  const { terms } = await call(dictionaryContract.getBookGlossary, { params: { bookId } });
  const folded = terms.map(({ term }) => foldWord(term));
  const match = candidates.find(({ form }) => folded.includes(form));
  if (!match) return [];
  const found = terms.filter((_, n) => folded[n] === match.form);
  const entries = found.map(({ term, definition }) => ({
    headword: term,
    isGuess: match.distance > 0,
    nodes: parseDefinition([["text", definition]]),
  }));
  return toSection("book", t("dictionary.bookGlossary"), entries);
}

async function findInOwnDictionaries(candidates: readonly Candidate[]): Promise<FoundSection[]> {
  const found = await callDictionaries("lookUp", [candidates]);
  return found.map(({ dictionary: { id, title }, hits }) => ({
    id,
    title,
    entries: hits.map(({ definition, ...hit }) => ({ ...hit, nodes: parseDefinition(definition) })),
  }));
}

async function findInSiteGlossary(candidates: readonly Candidate[]): Promise<FoundSection[]> {
  const found = await findSiteTerms(candidates);
  const entries = found.map(({ term, isGuess }) => ({
    headword: [term.names[0], term.arabic[0]].filter(Boolean).join(" · "),
    isGuess,
    nodes: toTermNodes(term),
  }));
  return toSection("site", t("dictionary.siteGlossary"), entries);
}

/** In the language of the page first. */
function toTermNodes({ definitions }: SiteTerm): DefinitionNode[] {
  const texts =
    getPageLanguage() === "ar" ? [definitions.ar, definitions.en] : [definitions.en, definitions.ar];
  return texts.filter(Boolean).map((text) => ({ tag: "p", children: [text] }));
}

async function findInEnglish(word: string): Promise<FoundSection[]> {
  const entries = await fetchEnglish(word);
  return toSection(
    "english",
    t("dictionary.english"),
    entries.map((entry) => ({
      headword: entry.headword,
      isGuess: entry.isGuess,
      nodes: toEnglishNodes(entry),
    })),
  );
}

/** Without a connection in the dictionary that is kept with books, else among the words that were looked up before. */
async function fetchEnglish(word: string): Promise<readonly EnglishEntry[]> {
  const key = word.toLowerCase();
  try {
    const { entries } = await call(dictionaryContract.lookUpEnglish, { query: { word } });
    void callDictionaries("saveEnglish", [key, entries]).catch(() => {});
    return entries;
  } catch (error) {
    const known =
      (hasKeptBooks() ? await findInKept(word).catch(() => null) : null) ??
      (await callDictionaries("findEnglish", [key]).catch(() => null));
    if (known) return known;
    throw error;
  }
}

async function findInKept(word: string): Promise<readonly EnglishEntry[] | null> {
  const { lookUpKept } = await import("./engine/kept-wordnet.ts");
  return lookUpKept(word);
}
