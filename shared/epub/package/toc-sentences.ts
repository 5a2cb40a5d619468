import type { DocumentText } from "#shared/epub/text/read-texts.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import type { EpubPackage } from "./read-opf.ts";
import { splitTocHref } from "./resolve-href.ts";

/** Adds to each entry of the table of contents that starts at an element the number of its first sentence. */
export function addTocSentences(
  toc: readonly TocItem[],
  book: EpubPackage,
  documents: readonly DocumentText[],
): TocItem[] {
  const byPath = new Map(book.spine.map(({ path }, index) => [path, documents[index]?.fragments?.byId]));
  const addSentence = (item: TocItem): TocItem => {
    const { path, fragment } = splitTocHref(item.href);
    const sentence = fragment === "" ? undefined : byPath.get(path)?.get(fragment)?.at;
    const children = item.children.map(addSentence);
    return sentence === undefined ? { ...item, children } : { ...item, sentence, children };
  };
  return toc.map(addSentence);
}
