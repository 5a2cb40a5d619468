import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import type { Viewer } from "./access-policy.ts";
import { BookId } from "./book.ts";
import { BookDetail } from "./contract.ts";

export const PreviewViewer = z.enum(["guest", "reader", "supporter"]);
export type PreviewViewer = z.infer<typeof PreviewViewer>;

const reader = {
  id: UserId.parse("00000000-0000-4000-8000-000000000000"),
  isSupporter: false,
  isEmployee: false,
  isAdmin: false,
  coauthoredBooks: [],
};

/** Users without any relation to the previewed book. */
export const previewViewers: Readonly<Record<PreviewViewer, Viewer>> = {
  guest: null,
  reader,
  supporter: { ...reader, isSupporter: true },
};

export const previewContract = {
  previewBook: route({
    method: "GET",
    path: "/api/books/:bookId/preview",
    access: "reader",
    summary: "A preview of a book as a guest, a reader or a supporter will see it",
    reads: ["book", "library"],
    params: z.strictObject({ bookId: BookId }),
    query: z.strictObject({ viewer: PreviewViewer }),
    response: BookDetail,
  }),
};
