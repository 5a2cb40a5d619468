import { getUrl } from "#shared/api/http-client.ts";
import type { Language } from "#shared/api/language.ts";
import { ShelfId, shelvesContract, shelvesStreams } from "#shared/shelves/contract.ts";
import { listPublicShelfBooks } from "#server/features/shelves/service.ts";
import type { PageMeta, PageResult } from "#server/http/pages/page-meta.ts";
import { translate } from "#server/i18n/translate.ts";
import { createInlinedCall, type PageServices } from "./inline-reply.ts";
import { getExcerpt } from "./page-texts.ts";

/** Missing pages and private ones, so that guests cannot tell them apart; the app shows the page to those who may see it. */
export const missingOrPrivate: PageMeta = { status: 404, title: "", description: "", canonical: null };

/** `/shelves/:id`: public shelves; empty ones are not indexed. */
export async function describeShelfPage(
  services: PageServices,
  input: string,
  language: Language,
): Promise<PageResult> {
  const id = ShelfId.safeParse(input).data;
  const found = id ? await listPublicShelfBooks(services, id) : null;
  if (!id || !found) return missingOrPrivate;
  const { name, description, ownerName, books } = found;
  const path = `/shelves/${id}`;
  const params = { shelfId: id };
  const byLine = translate(language, "page.shelfBy", { name: ownerName });
  return {
    status: 200,
    title: name,
    description: getExcerpt(description || byLine),
    canonical: books.length > 0 ? path : null,
    ...(books.length > 0 && {
      picture: {
        path: getUrl(shelvesStreams.getShelfImage, { params }),
        isWide: true,
        alt: translate(language, "page.shelfCovers", { name }),
      },
    }),
    outline: {
      heading: name,
      text: [byLine, description].filter(Boolean).join("\n\n"),
      links: books.map((book) => ({ path: `/book/${book.id}`, label: book.title })),
    },
    inlinedReplies: {
      calls: [createInlinedCall(services, shelvesContract.getShelf, { params })],
      dependsOnQuery: false,
    },
  };
}
