import { createPathFinder } from "#shared/epub/archive.ts";
import {
  getFragment,
  getRelativeReference,
  isExternal,
  resolvePath,
} from "#shared/epub/package/resolve-href.ts";
import { toServedFragment } from "./namespace-ids.ts";

export interface BookFiles {
  /** Paths of all servable entries. */
  readonly paths: readonly string[];
  /** Spine images and the pages that wrap them. */
  readonly pages: ReadonlyArray<readonly [source: string, page: string]>;
  readonly fallbacks: ReadonlyArray<readonly [path: string, instead: string]>;
}

/** Maps the URLs of one document and records the referenced files. */
export interface UrlResolver {
  /** A link into the book, to the web or `mailto:`; null for anything else. */
  link(href: string): string | null;
  resource(href: string): string | null;
  /** A resource loaded by a stylesheet. */
  style(href: string): string | null;
  readonly referencedPaths: ReadonlySet<string>;
}

const indexes = new WeakMap<BookFiles, FileIndex>();

/** Creates a lookup of the book's files, shared by its documents. */
export function getFileIndex(files: BookFiles): FileIndex {
  const existing = indexes.get(files);
  if (existing) return existing;
  const { paths, pages, fallbacks } = files;
  const index = { find: createPathFinder(paths), pages: new Map(pages), fallbacks: new Map(fallbacks) };
  indexes.set(files, index);
  return index;
}

export interface FileIndex {
  /** The path of a file as books refer to it. */
  readonly find: (path: string) => string | undefined;
  readonly pages: ReadonlyMap<string, string>;
  readonly fallbacks: ReadonlyMap<string, string>;
}

/** @param from path of the document */
export function createUrlResolver(from: string, files: FileIndex): UrlResolver {
  const referenced = new Set<string>();

  function resolveLocal(href: string, isLink: boolean): string | null {
    const resolved = resolvePath(from, href);
    const found = resolved === null ? undefined : files.find(resolved);
    if (found === undefined) return null;
    const path = (isLink ? files.pages.get(found) : files.fallbacks.get(found)) ?? found;
    referenced.add(path);
    const fragment = isLink ? toServedFragment(getFragment(href)) : getFragment(href);
    if (path === from && fragment) return fragment;
    return getRelativeReference(from, path) + fragment;
  }

  const isFragment = (href: string) => /^\s*#[^\s]*\s*$/.test(href);
  return {
    referencedPaths: referenced,
    link(href) {
      const trimmed = href.replace(/[\p{Cc}\s]+/gu, "");
      if (/^(?:https?:\/\/|mailto:|tel:)/i.test(trimmed)) return href.trim().replace(/[\p{Cc}]+/gu, "");
      if (isFragment(href)) return toServedFragment(href.trim());
      return isExternal(trimmed) ? null : resolveLocal(href, true);
    },
    resource(href) {
      if (isPictureData(href)) return href.trim();
      return isFragment(href) ? href.trim() : resolveLocal(href, false);
    },
    style(href) {
      if (isPictureData(href) || isFontData(href)) return href.trim();
      return isFragment(href) ? href.trim() : resolveLocal(href, false);
    },
  };
}

const isPictureData = (href: string) =>
  /^\s*data:image\/(?:png|jpe?g|gif|webp|svg\+xml|bmp|avif)[;,]/i.test(href);
const isFontData = (href: string) =>
  /^\s*data:(?:font\/[\w-]+|application\/(?:x-)?font-[\w-]+|application\/vnd\.ms-opentype|application\/octet-stream)[;,]/i.test(
    href,
  );
