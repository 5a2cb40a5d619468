import type { Section } from "foliate-js/epub.js";
import type { SpineItem } from "#shared/reader/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EntryError } from "./entries.ts";
import { createEmptyPage, createErrorPage } from "./error-page.ts";

/** `failed` can be retried. `gone` means that the file was removed after the book was opened. */
export type Notice = "missing" | "gone" | "locked" | "failed";

export interface OpenSection {
  readonly item: SpineItem;
  readonly id: string;
  /** `no` is skipped when turning pages. */
  readonly linear: string | null;
  readonly size: number;
  readonly cfi: string | null;
  readonly isFixed: boolean;
  readonly pageSpread?: string | undefined;
  /** Null for the book's own page. */
  notice: Notice | null;
  load(): Promise<string>;
  /** Its files have timeouts of their own. */
  readonly isLoading: boolean;
  unload(): void;
  abandon(): void;
  /** @throws {EntryError} when it fails to load */
  createDocument(): Promise<Document>;
  resolveHref(href: string): string;
}

interface SectionOptions {
  readonly isLinear: boolean;
  readonly isFixed: boolean;
  readonly isTooLarge?: boolean;
}

/** Wraps a foliate-js section so that loading always ends with a page, an error page included. */
export function openSection(
  item: SpineItem,
  section: (Section & { readonly pageSpread?: string }) | null,
  { isLinear, isFixed, isTooLarge = false }: SectionOptions,
): OpenSection {
  let objectUrl: string | null = null;
  let isAbandoned = false;
  let loadCount = 0;

  const open: OpenSection = {
    item,
    id: item.path,
    linear: isLinear ? null : "no",
    size: Math.max(1, item.wordCount),
    cfi: section?.cfi ?? null,
    isFixed,
    pageSpread: section?.pageSpread,
    notice: null,
    get isLoading() {
      return loadCount > 0;
    },
    load: async () => {
      loadCount += 1;
      const loaded =
        isAbandoned || isTooLarge ? createErrorContent("stuck") : await getContent(item, section);
      loadCount -= 1;
      open.notice = loaded.notice;
      if (!loaded.notice) return loaded.url;
      objectUrl = loaded.url;
      return objectUrl;
    },
    unload: () => {
      if (objectUrl) URL.revokeObjectURL(objectUrl);
      else section?.unload();
      objectUrl = null;
    },
    abandon: () => {
      isAbandoned = true;
    },
    createDocument: () => section?.createDocument() ?? Promise.reject(new EntryError(item.path, 404)),
    resolveHref: (href) => section?.resolveHref(href) ?? href,
  };
  return open;
}

interface Content {
  readonly url: string;
  readonly notice: Notice | null;
}

async function getContent(item: SpineItem, section: Section | null): Promise<Content> {
  if (item.isLocked) return { url: createEmptyPage(), notice: "locked" };
  if (item.isMissing || !section) return createErrorContent("missing");

  try {
    const url = await section.load();
    return url ? { url, notice: null } : createErrorContent("missing");
  } catch (error) {
    const status = error instanceof EntryError ? error.status : 0;
    if (status === 404 || status === 410) return { ...createErrorContent("missing"), notice: "gone" };
    if (status === 402 || status === 403) return { url: createEmptyPage(), notice: "locked" };
    return { url: createEmptyPage(), notice: "failed" };
  }
}

function createErrorContent(cause: "missing" | "stuck"): Content {
  return { url: createErrorPage(t(`reader.${cause}Title`), t(`reader.${cause}Text`)), notice: "missing" };
}
