import type { TocItem } from "#shared/reader/contract.ts";
import type { EpubPackage } from "./read-opf.ts";
import { splitTocHref } from "./resolve-href.ts";

/** Label, spine index, and the number of the first sentence on the page. */
export type StoredPage = readonly [label: string, spineIndex: number, sentence: number];

/** Print pages in reading order; those without a label or a place in the book are left out. */
export function toPrintedPages(pages: readonly TocItem[], book: EpubPackage): StoredPage[] {
  const indexes = new Map(book.spine.map(({ path }, index) => [path, index]));
  return pages
    .flatMap(({ label, href, sentence = 0 }): StoredPage[] => {
      const index = indexes.get(splitTocHref(href).path);
      return label === "" || index === undefined ? [] : [[label, index, sentence]];
    })
    .sort((a, b) => a[1] - b[1] || a[2] - b[2]);
}
