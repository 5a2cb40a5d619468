import { getAccessTo } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import { coverWidths, getCoverJpegUrl, getCoverUrl } from "#shared/books/urls.ts";
import { getGeneratedCoverHash } from "#server/features/books/service.ts";
import type { Image, Person, Publication } from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";
import { listAcquisitions } from "./list-acquisitions.ts";
import { type BookRow, listBookRows, listGenresOf, listPeople, listSingleAudioFiles } from "./queries.ts";

/** The visible ones of these books in their order, with the links that the caller may follow. */
export async function listPublications(
  context: FeedContext,
  bookIds: readonly BookId[],
): Promise<Publication[]> {
  if (bookIds.length === 0) return [];
  const { db } = context;
  const [rows, people, genres, files] = await Promise.all([
    listBookRows(db, bookIds),
    listPeople(db, bookIds),
    listGenresOf(db, bookIds),
    listSingleAudioFiles(db, bookIds),
  ]);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return bookIds.flatMap((id) => {
    const row = rowsById.get(id);
    if (!row || !getAccessTo(row, context.user).isVisible) return [];
    const isOwn = ({ bookId }: { readonly bookId: BookId }) => bookId === id;
    return [
      toPublication(context, row, {
        people: people.filter(isOwn),
        genres: genres.filter(isOwn),
        audioFile: files.find(isOwn) ?? null,
      }),
    ];
  });
}

interface Related {
  readonly people: Awaited<ReturnType<typeof listPeople>>;
  readonly genres: Awaited<ReturnType<typeof listGenresOf>>;
  readonly audioFile: Awaited<ReturnType<typeof listSingleAudioFiles>>[number] | null;
}

function toPublication(
  context: FeedContext,
  row: BookRow,
  { people, genres, audioFile }: Related,
): Publication {
  const { origin, getUrl, user } = context;
  const { id, title, subtitle, description, language, direction, publisher, licence } = row;
  const { seriesId, seriesName, publishedYear, pageCount, duration, createdAt, updatedAt } = row;
  return {
    ...{ id, title, subtitle, description, language, direction, publisher, licence },
    ...{ publishedYear, pageCount, duration, createdAt, updatedAt },
    url: getUrl(`/books/${id}`),
    pageUrl: `${origin}/book/${id}`,
    people: listCredits(context, row, people),
    genres: genres.map(({ name }) => ({ name, href: getUrl("/books", { genre: name }) })),
    series:
      seriesId !== null && seriesName !== null
        ? { name: seriesName, position: row.seriesPosition, href: getUrl(`/series/${seriesId}`) }
        : null,
    isbn: row.isbns[0] ?? null,
    isAudiobook: row.hasAudiobook && !row.hasEbook,
    images: listImages(origin, row),
    links: listAcquisitions(context, row, getAccessTo(row, user), audioFile),
  };
}

/** A book whose people are not stored one by one has the authors of its title page. */
function listCredits({ getUrl }: FeedContext, { author }: BookRow, people: Related["people"]): Person[] {
  const credits = people.map(({ id, name, role }) => ({
    id,
    name,
    role,
    href: role === "author" ? getUrl("/books", { author: id }) : null,
  }));
  const hasAuthor = credits.some(({ role }) => role === "author");
  return hasAuthor || author === ""
    ? credits
    : [{ id: null, name: author, role: "author", href: null }, ...credits];
}

/** The format demands a JPEG; clients take thumbnails in WebP. */
function listImages(origin: string, { id, coverHash, title, author }: BookRow): Image[] {
  const hash = coverHash || getGeneratedCoverHash({ title, author });
  const [small, , large] = coverWidths;
  return [
    {
      href: origin + getCoverJpegUrl(id, hash),
      type: "image/jpeg",
      rel: "http://opds-spec.org/image",
      width: large,
      height: large * 1.5,
    },
    {
      href: origin + getCoverUrl(id, hash, small),
      type: "image/webp",
      rel: "http://opds-spec.org/image/thumbnail",
      width: small,
      height: small * 1.5,
    },
  ];
}
