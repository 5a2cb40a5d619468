import { EPUB, type Loader, type Section } from "foliate-js/epub.js";
import { defaultLimits } from "#shared/epub/limits.ts";
import type { Ebook, SpineItem } from "#shared/reader/contract.ts";
import { createEntryLoader, EntryError } from "./entries.ts";
import { toEntryName } from "./entry-name.ts";
import { delay } from "./idle-timeout.ts";
import { createContainerDocument, type Package, readPackage } from "./package-document.ts";
import { sanitizeFiles } from "./sanitize-files.ts";
import { countParts, type DocumentCache, SectionParts } from "./section-documents.ts";
import { type OpenSection, openSection } from "./sections.ts";

type Aliases = Map<string, string>;

/** A book for the foliate-js renderers; its sections match `Ebook.spine`. */
export interface OpenBook {
  readonly sections: readonly OpenSection[];
  readonly documents: SectionParts;
  readonly dir: "ltr" | "rtl";
  /** A fixed-layout book. */
  readonly isFixed: boolean;
  readonly rendition: EPUB["rendition"];
  readonly transformTarget: EventTarget;
  preload(index: number): void;
  recover(): Promise<boolean>;
  destroy(): void;
}

/**
 * Opens a book from its separate files. Broken parts become error pages.
 *
 * @param firstSection loaded together with the package document
 * @throws {EntryError} when the package document cannot be loaded
 */
export async function openBook(
  ebook: Ebook,
  firstSection: number | null,
  signal: AbortSignal,
): Promise<OpenBook> {
  const entries = createEntryLoader(ebook, signal);
  const first = firstSection === null ? undefined : ebook.spine[firstSection];
  if (first && !first.isLocked && !first.isMissing) entries.prefetchText(first.path);
  const opf = await readPackage(ebook, entries);
  const aliases: Aliases = new Map();
  const missing = new Set<string>();
  const epub = await new EPUB(createLoader(ebook, entries, opf, aliases, missing)).init();
  const isFixed = ({ index }: SpineItem) => opf.fixed.get(index) ?? ebook.layout === "pre-paginated";

  setFallbacks(epub, opf, aliases);
  const paths = ebook.spine.map(({ path }) => path);
  const reflowablePaths = new Set(ebook.spine.filter((item) => !isFixed(item)).map(({ path }) => path));
  const partCounts = paths.map((path) => (reflowablePaths.has(path) ? countParts(entries.getSize(path)) : 1));
  const longPaths = new Set(paths.filter((_, index) => (partCounts[index] ?? 1) > 1));
  const documentCache: DocumentCache = new Map();
  sanitizeFiles(epub.transformTarget, reflowablePaths, longPaths, documentCache);
  const isTooLarge = ({ path }: SpineItem) => entries.getSize(path) > defaultLimits.document;
  const sections = getSections(epub, ebook.spine, (item) => ({
    isFixed: isFixed(item),
    isTooLarge: item.isMissing && isTooLarge(item),
  }));

  return {
    sections,
    documents: new SectionParts(sections, partCounts, documentCache),
    // The package's page-progression-direction wins over the book's language.
    dir: epub.dir === "rtl" || epub.dir === "ltr" ? epub.dir : ebook.direction,
    isFixed: reflowablePaths.size === 0,
    rendition: { ...epub.rendition, layout: ebook.layout },
    transformTarget: epub.transformTarget,
    preload: createPreloader(ebook, entries),
    recover: () => recover(missing, entries),
    destroy: () => epub.destroy(),
  };
}

function createPreloader({ spine, portion }: Ebook, { loadText }: Loader): (index: number) => void {
  const preloaded = new Set<number>();
  return (index) => {
    const item = spine[index];
    if (portion !== "whole" || !item || item.isLocked || item.isMissing || preloaded.has(index)) return;
    preloaded.add(index);
    loadText(item.path).catch(() => preloaded.delete(index));
  };
}

/**
 * Gives foliate-js the files that the server has already parsed, and shows a chapter even when an image is
 * missing.
 */
function createLoader(
  ebook: Ebook,
  entries: Loader,
  opf: Package,
  aliases: Aliases,
  missing: Set<string>,
): Loader {
  const documents = new Set(ebook.spine.map(({ path }) => path));
  const preloadedFiles = new Map([
    ["META-INF/container.xml", createContainerDocument(ebook.packagePath)],
    [ebook.packagePath, opf.text],
  ]);
  const paths = new Set(ebook.entries.map(([path]) => path));
  const getEntryName = (url: string) => toEntryName(url, (path) => paths.has(path));
  const loadOrMarkMissing = <T>(
    url: string,
    load: (path: string) => Promise<T | null>,
  ): Promise<T | null> => {
    const path = getEntryName(aliases.get(url) ?? url);
    if (documents.has(getEntryName(url))) return load(path);
    return Promise.race([load(path), failAfterTimeout(path)]).catch((error: unknown) => {
      if (isRetryable(error)) missing.add(path);
      return null;
    });
  };

  return {
    loadText: async (path) => {
      const text = preloadedFiles.get(path);
      if (text !== undefined) return text;
      if (/\.ncx$/i.test(path)) return emptyNcx;
      return loadOrMarkMissing(path, entries.loadText);
    },
    loadBlob: (path) => loadOrMarkMissing(path, entries.loadBlob),
    getSize: (path) => entries.getSize(getEntryName(path)),
  };
}

/** A chapter is shown without an image that takes longer, which goes on loading; in milliseconds. */
const imageTimeoutMs = 15_000;

async function failAfterTimeout(path: string): Promise<never> {
  await delay(imageTimeoutMs);
  throw new EntryError(path, 0);
}

/** Network failures and server errors are retried, refusals are not. */
const isRetryable = (error: unknown) =>
  error instanceof EntryError && (error.status === 0 || error.status >= 500);

async function recover(missing: Set<string>, { loadBlob }: Loader): Promise<boolean> {
  const missingCount = missing.size;
  const loadAgain = async (path: string) => {
    await loadBlob(path);
    missing.delete(path);
  };
  await Promise.allSettled(Array.from(missing, loadAgain));
  return missing.size < missingCount;
}

/** The server sends the contents, so foliate-js gets an empty document. */
const emptyNcx = '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/></ncx>';

function setFallbacks({ resources: { manifest } }: EPUB, { substitutes }: Package, aliases: Aliases): void {
  const byId = new Map(manifest.map((item) => [item.id, item]));
  for (const [id, fallbackId] of substitutes) {
    const [item, substitute] = [byId.get(id), byId.get(fallbackId)];
    if (!item || !substitute) continue;
    aliases.set(item.href, substitute.href);
    item.mediaType = substitute.mediaType;
  }
}

function getSections(
  { sections, resources }: EPUB,
  spine: readonly SpineItem[],
  getOptions: (item: SpineItem) => { readonly isFixed: boolean; readonly isTooLarge: boolean },
): OpenSection[] {
  const ids = new Set(resources.manifest.map(({ id }) => id));
  const presentIndexes = resources.spine.flatMap(({ idref }, index) => (ids.has(idref) ? [index] : []));
  const bySpineIndex = new Map<number, Section>();
  for (const [at, section] of sections.entries()) bySpineIndex.set(presentIndexes[at] ?? -1, section);

  const firstLocked = spine.findIndex(({ isLocked }) => isLocked);
  return spine.map((item, index) =>
    openSection(item, bySpineIndex.get(item.index) ?? null, {
      isLinear: item.isLinear && (!item.isLocked || index === firstLocked),
      ...getOptions(item),
    }),
  );
}
