import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant, JobResult, rawText } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const maxCoauthors = 10;

export const Coauthor = z.object({
  name: z.string(),
  username: z.string(),
  canEdit: z.boolean(),
  invitedAt: Instant,
  /** Null until the invitation is accepted. */
  acceptedAt: z.nullable(Instant),
});
export type Coauthor = z.infer<typeof Coauthor>;

export const CoauthorInvitation = z.object({
  bookId: BookId,
  title: z.string(),
  /** The inviting author; empty for the site. */
  from: z.string(),
  canEdit: z.boolean(),
});
export type CoauthorInvitation = z.infer<typeof CoauthorInvitation>;

const bookParams = z.strictObject({ bookId: BookId });
const coauthorParams = z.strictObject({
  bookId: BookId,
  username: rawText(40).check(z.minLength(1)),
});

const Coauthors = z.object({ coauthors: z.array(Coauthor) });

export const coauthorsContract = {
  listCoauthors: route({
    method: "GET",
    path: "/api/publishing/books/:bookId/coauthors",
    access: "publisher",
    summary: "The co-authors of a book and open invitations",
    reads: ["coauthor"],
    params: bookParams,
    response: Coauthors,
  }),

  saveCoauthor: route({
    method: "PUT",
    path: "/api/publishing/books/:bookId/coauthors/:username",
    access: "publisher",
    budget: "friend",
    summary: "Invites an author to a book, or changes what a co-author can do; for the book's author",
    changes: ["coauthor"],
    errors: ["conflict"],
    params: coauthorParams,
    body: z.strictObject({ canEdit: z.boolean() }),
    response: Coauthors,
  }),

  removeCoauthor: route({
    method: "DELETE",
    path: "/api/publishing/books/:bookId/coauthors/:username",
    access: "publisher",
    summary: "Removes a co-author or an invitation; co-authors can remove themselves",
    changes: ["coauthor", "publication"],
    params: coauthorParams,
    response: JobResult,
  }),

  listInvitations: route({
    method: "GET",
    path: "/api/publishing/invitations",
    access: "author",
    summary: "Books that the author is invited to work on",
    reads: ["coauthor"],
    response: z.object({ invitations: z.array(CoauthorInvitation) }),
  }),

  answerInvitation: route({
    method: "POST",
    path: "/api/publishing/invitations/:bookId",
    access: "author",
    summary: "Accepts or declines an invitation",
    changes: ["coauthor", "publication"],
    params: bookParams,
    body: z.strictObject({ accepts: z.boolean() }),
    response: JobResult,
  }),
};
