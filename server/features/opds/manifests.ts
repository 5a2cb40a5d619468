import type { BookId } from "#shared/books/book.ts";
import { getAudioUrl } from "#shared/books/urls.ts";
import { xhtmlType } from "#shared/epub/package/media-types.ts";
import { opdsMediaTypes } from "#shared/opds/contract.ts";
import type { Ebook, SpineItem, TocItem } from "#shared/reader/contract.ts";
import { getRecording } from "#server/features/player/service.ts";
import { getEbook, listReadableResources } from "#server/features/reader/service.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { getPublication } from "./book-feeds.ts";
import { createFeedContext } from "./feed-context.ts";
import { toPublicationMetadata } from "./write-json.ts";

const context = "https://readium.org/webpub-manifest/context.jsonld";
const profiles = "https://readium.org/webpub-manifest/profiles";

/**
 * A Readium Web Publication of the documents that the caller may read.
 *
 * @throws {ProblemError} `not_found`, or an access error
 */
export async function buildWebManifest(http: GuestHttpContext, bookId: BookId): Promise<object> {
  const ebook = await getEbook(http, { params: { bookId } });
  const { metadata, links } = await describeBook(
    http,
    bookId,
    "manifest.json",
    opdsMediaTypes.webPublication,
  );
  const { duration: _audio, ...shared } = metadata;
  const getUrl = createEntryUrl(http, ebook);
  const resources = await listReadableResources(http, ebook);
  return {
    "@context": context,
    metadata: {
      ...shared,
      "@type": "http://schema.org/Book",
      conformsTo: `${profiles}/epub`,
      readingProgression: ebook.direction,
      presentation: { layout: ebook.layout === "pre-paginated" ? "fixed" : "reflowable" },
    },
    links: [
      ...links,
      {
        rel: "http://readium.org/position-list",
        href: `${http.settings.origins[0]}/opds/books/${bookId}/positions.json`,
        type: opdsMediaTypes.positions,
      },
    ],
    readingOrder: listDocuments(ebook).map(({ path }) => ({ href: getUrl(path), type: xhtmlType })),
    resources: resources.map(({ path, mediaType }) => ({ href: getUrl(path), type: mediaType })),
    toc: listContents(ebook, ebook.toc, getUrl),
  };
}

const listDocuments = ({ spine }: Ebook): SpineItem[] =>
  spine.filter(({ isLocked, isMissing, isLinear }) => isLinear && !isLocked && !isMissing);

const createEntryUrl =
  ({ settings }: GuestHttpContext, { bookId, version }: Ebook) =>
  (path: string) =>
    `${settings.origins[0]}/api/books/${bookId}/ebook/${version}/entries/${path.split("/").map(encodeURIComponent).join("/")}`;

/** Entries of locked documents are left out, unless they have others below them. */
function listContents(ebook: Ebook, items: readonly TocItem[], getUrl: (path: string) => string): object[] {
  const open = new Set(listDocuments(ebook).map(({ path }) => path));
  const toItem = ({ label, href, children }: TocItem): object[] => {
    const [path = "", fragment] = href.split("#");
    const below = children.flatMap(toItem);
    if (!open.has(path)) return below;
    const url = getUrl(path) + (fragment === undefined ? "" : `#${fragment}`);
    return [{ title: label, href: url, ...(below.length > 0 && { children: below }) }];
  };
  return items.flatMap(toItem);
}

/** As in Readium's toolkits for reflowable publications. */
const bytesPerPosition = 1_024;

/**
 * The positions of the documents that the caller may read.
 *
 * @throws {ProblemError} `not_found`, or an access error
 */
export async function buildPositionList(http: GuestHttpContext, bookId: BookId): Promise<object> {
  const ebook = await getEbook(http, { params: { bookId } });
  const getUrl = createEntryUrl(http, ebook);
  const sizes = new Map(ebook.entries);
  const parts = listDocuments(ebook).flatMap(({ path }) => {
    const count = Math.max(1, Math.ceil((sizes.get(path) ?? 0) / bytesPerPosition));
    return Array.from({ length: count }, (_, n) => ({ href: getUrl(path), progression: n / count }));
  });
  const positions = parts.map(({ href, progression }, index) => ({
    href,
    type: xhtmlType,
    locations: { position: index + 1, progression, totalProgression: index / parts.length },
  }));
  return { total: positions.length, positions };
}

/**
 * A Readium audiobook of the files that the caller may hear.
 *
 * @throws {ProblemError} `not_found`, or an access error
 */
export async function buildAudiobookManifest(http: GuestHttpContext, bookId: BookId): Promise<object> {
  const { files } = await getRecording(http, bookId);
  const { metadata, links } = await describeBook(http, bookId, "audiobook.json", opdsMediaTypes.audiobook);
  const { numberOfPages: _pages, ...shared } = metadata;
  const getUrl = (fileId: string) => http.settings.origins[0] + getAudioUrl(bookId, fileId);
  return {
    "@context": context,
    metadata: {
      ...shared,
      "@type": "http://schema.org/Audiobook",
      conformsTo: `${profiles}/audiobook`,
      duration: files.reduce((total, { duration }) => total + duration, 0),
    },
    links,
    readingOrder: files.map(({ id, mediaType, duration, chapters }) => ({
      href: getUrl(id),
      type: mediaType,
      duration,
      ...(chapters.length === 1 && { title: chapters[0]?.title }),
    })),
    toc: files.flatMap(({ id, chapters }) =>
      chapters.map(({ title, start }) => ({ title, href: `${getUrl(id)}#t=${start}` })),
    ),
  };
}

/** The metadata, links and cover of a book, with the URL of the manifest itself. */
async function describeBook(http: GuestHttpContext, bookId: BookId, file: string, type: string) {
  const publication = await getPublication(createFeedContext(http, "json"), bookId);
  const { links, images, pageUrl } = publication;
  const [cover] = images;
  return {
    metadata: toPublicationMetadata(publication) as Readonly<Record<string, unknown>>,
    links: [
      { rel: "self", href: `${http.settings.origins[0]}/opds/books/${bookId}/${file}`, type },
      { rel: "alternate", href: pageUrl, type: "text/html" },
      ...links.filter(({ rel }) => rel === "http://opds-spec.org/progression"),
      ...(cover ? [{ ...cover, rel: "cover" }] : []),
    ],
  };
}
