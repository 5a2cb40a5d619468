import type { BookAccess } from "#shared/books/access.ts";
import { getAudioUrl } from "#shared/books/urls.ts";
import { opdsMediaTypes } from "#shared/opds/contract.ts";
import type { PublicationLink } from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";
import type { BookRow, listSingleAudioFiles } from "./queries.ts";

type AudioFile = Awaited<ReturnType<typeof listSingleAudioFiles>>[number];

const acquisition = "http://opds-spec.org/acquisition";

/** The links of a book that its caller may follow: none of them is refused. */
export function listAcquisitions(
  context: FeedContext,
  book: BookRow,
  access: BookAccess,
  audioFile: AudioFile | null,
): PublicationLink[] {
  return [
    ...listEbookLinks(context, book, access),
    ...listAudioLinks(context, book, access, audioFile),
    ...listOfferLinks(context, book, access),
    ...listServiceLinks(context, book),
  ];
}

const getRel = ({ isFree }: BookRow) => (isFree ? `${acquisition}/open-access` : acquisition);

function listEbookLinks(
  { origin }: FeedContext,
  book: BookRow,
  { read, canDownload }: BookAccess,
): PublicationLink[] {
  const { id } = book;
  const manifest = { href: `${origin}/opds/books/${id}/manifest.json`, type: opdsMediaTypes.webPublication };
  const file = `${origin}/api/media/stream?mediaType=epub&bookId=${id}`;
  if (read === "sample") return [{ ...manifest, rel: `${acquisition}/sample` }];
  if (read === "none") return [];
  return [
    ...(canDownload ? [{ rel: getRel(book), href: file, type: "application/epub+zip" }] : []),
    { ...manifest, rel: getRel(book) },
  ];
}

function listAudioLinks(
  { origin }: FeedContext,
  book: BookRow,
  { listen }: BookAccess,
  audioFile: AudioFile | null,
): PublicationLink[] {
  const { id, allowsDownload } = book;
  const manifest = { href: `${origin}/opds/books/${id}/audiobook.json`, type: opdsMediaTypes.audiobook };
  if (listen === "sample") return [{ ...manifest, rel: `${acquisition}/sample` }];
  if (listen === "none") return [];
  const file = audioFile && {
    rel: getRel(book),
    href: origin + getAudioUrl(id, audioFile.id),
    type: audioFile.mediaType,
    bytes: audioFile.bytes,
  };
  return [{ ...manifest, rel: getRel(book) }, ...(file && allowsDownload ? [file] : [])];
}

/** The pages where the sample is read and where the rest can be had. */
function listOfferLinks(
  { origin }: FeedContext,
  { id }: BookRow,
  { read, needs }: BookAccess,
): PublicationLink[] {
  const type = "text/html";
  return [
    ...(read === "sample" ? [{ rel: `${acquisition}/sample`, href: `${origin}/read/${id}`, type }] : []),
    ...(needs === "membership"
      ? [{ rel: `${acquisition}/subscribe`, href: `${origin}/subscribe`, type }]
      : []),
  ];
}

function listServiceLinks({ origin, canSync }: FeedContext, { id }: BookRow): PublicationLink[] {
  if (!canSync) return [];
  return [
    {
      rel: "http://opds-spec.org/progression",
      href: `${origin}/opds/books/${id}/progression`,
      type: opdsMediaTypes.progression,
    },
  ];
}
