import type { User } from "#shared/accounts/user.ts";
import type { BookAccess } from "./access.ts";
import type { BookId, BookState } from "./book.ts";

/** The user's rights; null for a guest. */
export type Viewer = Pick<User, "id" | "isSupporter" | "isEmployee" | "isAdmin" | "coauthoredBooks"> | null;

export interface BookAccessFields {
  readonly id: BookId;
  readonly state: BookState;
  readonly isFree: boolean;
  /** A demo book: free for everyone, including guests. */
  readonly isDemo: boolean;
  readonly allowsDownload: boolean;
  /** The publishing account; null for the site itself. */
  readonly ownerId: User["id"] | null;
  readonly hasEbook: boolean;
  readonly hasAudiobook: boolean;
}

export function getAccessTo(book: BookAccessFields, viewer: Viewer): BookAccess {
  if (isOwnRecord(book, viewer) || isCoauthor(book, viewer)) return createAccess(book, "whole", true, null);
  if (book.state === "scheduled") return createAccess(book, "none", false, "release");
  if (book.state !== "published") return invisible;
  if (!book.isFree && !viewer?.isSupporter) return createAccess(book, "sample", false, "membership");
  if (!viewer && book.isDemo) return createAccess(book, "whole", false, null);
  if (!viewer) return createAccess(book, "sample", false, "sign-in");
  return createAccess(book, "whole", book.allowsDownload, null);
}

const invisible: BookAccess = {
  isVisible: false,
  read: "none",
  listen: "none",
  canDownload: false,
  needs: null,
};

/** Co-authors can see the book in every state. */
export const isCoauthor = ({ id }: Pick<BookAccessFields, "id">, viewer: Viewer): boolean =>
  viewer?.coauthoredBooks.some(({ bookId }) => bookId === id) ?? false;

/** Staff, the book's own author and co-authors who can edit. */
export function isOwnRecord(book: BookAccessFields, viewer: Viewer): boolean {
  if (!viewer) return false;
  if (viewer.isEmployee || viewer.isAdmin || viewer.id === book.ownerId) return true;
  return viewer.coauthoredBooks.some(({ bookId, canEdit }) => canEdit && bookId === book.id);
}

function createAccess(
  book: BookAccessFields,
  portion: BookAccess["read"],
  mayDownload: boolean,
  needs: BookAccess["needs"],
): BookAccess {
  return {
    isVisible: true,
    read: book.hasEbook ? portion : "none",
    listen: book.hasAudiobook ? portion : "none",
    canDownload: mayDownload && book.hasEbook,
    needs,
  };
}
