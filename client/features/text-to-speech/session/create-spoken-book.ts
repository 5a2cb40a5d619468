import type { QueryClient } from "@tanstack/react-query";
import type { SentenceId } from "#shared/positions/position.ts";
import { type Ebook, type QuranPassages, readerContract } from "#shared/reader/contract.ts";
import { EntryError, type OpenSection } from "#client/features/reader/index.ts";
import { readChapter, type SpokenChapter } from "#client/features/text-to-speech/book-text.ts";
import type { VerseRanges } from "#client/features/text-to-speech/split-by-language.ts";
import type { SpokenBook } from "#client/features/text-to-speech/text-cursor.ts";
import { query } from "#client/lib/api/query.ts";

const maxCached = 3;

/** The text of an open book for text-to-speech. */
export function createSpokenBook(
  ebook: Ebook,
  sections: readonly OpenSection[],
  client: QueryClient,
): SpokenBook {
  const cache = new Map<number, Promise<SpokenChapter>>();
  const open = (section: number) => {
    const opening = cache.get(section) ?? openChapter(ebook, sections[section], section, client);
    cache.delete(section);
    cache.set(section, opening);
    opening.catch(() => cache.delete(section));
    for (const oldest of [...cache.keys()].slice(0, -maxCached)) cache.delete(oldest);
    return opening;
  };
  return {
    language: ebook.language,
    open,
    getAdjacentSection: (section, direction) => {
      for (let at = section + direction; sections[at]; at += direction) {
        if (sections[at]?.item.isLocked) return "end-of-sample";
        if (sections[at]?.linear !== "no" && !sections[at]?.item.isMissing) return at;
      }
      return "finished";
    },
  };
}

async function openChapter(
  ebook: Ebook,
  opened: OpenSection | undefined,
  section: number,
  client: QueryClient,
): Promise<SpokenChapter> {
  if (!opened || opened.item.isMissing || opened.item.isLocked) return { section, sentences: [] };
  try {
    const [doc, getVerses] = await Promise.all([
      opened.createDocument(),
      findVerses(ebook, opened.item.index, client),
    ]);
    return readChapter(doc, section, ebook.language, getVerses);
  } catch (error) {
    const isPermanent = error instanceof EntryError && [402, 403, 404, 410].includes(error.status);
    if (isPermanent) return { section, sentences: [] };
    throw error;
  }
}

async function findVerses(
  { bookId }: Ebook,
  spineIndex: number,
  client: QueryClient,
): Promise<(sentence: SentenceId) => VerseRanges> {
  try {
    const input = { params: { bookId, spineIndex } };
    return createVerseLookup(await client.fetchQuery(query(readerContract.getQuranPassages, input)));
  } catch {
    return () => null;
  }
}

function createVerseLookup({ sentences }: QuranPassages): (sentence: SentenceId) => VerseRanges {
  const rangesBySentence = new Map(sentences.map(({ sentence, ranges }) => [sentence, ranges]));
  return (sentence) => (rangesBySentence.get(sentence) ?? []).map(([start, end]) => ({ start, end }));
}
