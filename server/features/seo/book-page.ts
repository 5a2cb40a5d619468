import { getUrl } from "#shared/api/http-client.ts";
import type { Language } from "#shared/api/language.ts";
import { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { type CoverWidth, coverWidths, getCoverUrl } from "#shared/books/urls.ts";
import type { PageMeta, PageResult } from "#server/http/pages/page-meta.ts";
import { translate } from "#server/i18n/translate.ts";
import { getBookJsonLd } from "./book-json-ld.ts";
import { createInlinedCall, type PageServices } from "./inline-reply.ts";
import { describeNotFoundPage } from "./not-found-meta.ts";
import { getExcerpt } from "./page-texts.ts";
import { type BookSeoData, findBookSeoData } from "./queries.ts";

const pictureWidth: CoverWidth = 640;

const coverSizes = "(min-width: 1024px) 256px, (min-width: 640px) 208px, 112px";

/** `/book/:id`: public facts, or a redirect of an old id. */
export async function describeBookPage(
  services: PageServices,
  id: string,
  language: Language,
): Promise<PageResult> {
  const book = await findPublicBook(services, id);
  if (!book) return describeNotFoundPage(language);
  if (book.id !== id) return { movedTo: getPath(book) };
  return getHead(services, book, language);
}

/** Null for unknown, draft and removed books. */
export async function findPublicBook(
  { db }: Pick<PageServices, "db">,
  input: string,
): Promise<BookSeoData | null> {
  const book = await findBookSeoData(db, input.replaceAll("\0", ""), BookId.safeParse(input).data ?? null);
  return book?.state === "published" || book?.state === "scheduled" ? book : null;
}

const getPath = ({ id }: Pick<BookSeoData, "id">) => `/book/${id}`;

function getHead(services: PageServices, book: BookSeoData, language: Language): PageMeta {
  const origin = services.settings.origins[0];
  const { title, description, coverHash, people } = book;
  const path = getCoverUrl(book.id, coverHash, pictureWidth);
  return {
    status: 200,
    title,
    description: getExcerpt(description || book.subtitle || getByLine(book)),
    canonical: getPath(book),
    kind: "book",
    ...(path && {
      picture: {
        path,
        alt: translate(language, "page.cover", { title }),
      },
    }),
    data: getBookJsonLd(book, origin),
    outline: {
      heading: title,
      text: [book.subtitle, getByLine(book), description].filter(Boolean).join("\n\n"),
      language: book.language,
      direction: book.direction,
      links: people.map(({ id, name }) => ({ path: `/author/${id}`, label: name })),
    },
    inlinedReplies: {
      calls: [createInlinedCall(services, booksContract.getBook, { params: { bookId: book.id } })],
      dependsOnQuery: false,
    },
    preloadedCalls: [getUrl(booksContract.getBook, { params: { bookId: book.id } })],
    shell: {
      layout: "book",
      heading: title,
      language: book.language,
      covers: coverHash ? [{ srcset: getSrcset(book.id, coverHash), sizes: coverSizes }] : [],
      description: description.split(/\n{2,}/, 1)[0] ?? "",
    },
  };
}

/** The `srcset` of a cover, as the client's `Cover` component writes it. */
export const getSrcset = (id: BookId, coverHash: string) =>
  coverWidths.map((width) => `${getCoverUrl(id, coverHash, width)} ${width}w`).join(", ");

function getByLine({ people }: BookSeoData): string {
  return people
    .filter(({ role }) => role === "author")
    .map(({ name }) => name)
    .join(", ");
}
