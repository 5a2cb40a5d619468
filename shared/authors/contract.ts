import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, line, prose, queryInt } from "#shared/api/schemas.ts";
import { ContributorId } from "#shared/books/book.ts";

export const ApplicationId = z.uuid().brand<"ApplicationId">();
export type ApplicationId = z.infer<typeof ApplicationId>;

export const ApplicationState = z.enum(["waiting", "approved", "declined"]);
export type ApplicationState = z.infer<typeof ApplicationState>;

/** An http or https URL. */
const Link = line(300).check(z.regex(/^https?:\/\/[^\s]+\.[^\s]+$/i));

export const ApplicationDraft = z.strictObject({
  /** The pen name. */
  name: line(100),
  about: prose(2000).check(z.minLength(40)),
  links: z.array(Link).check(z.maxLength(5)),
  sample: prose(20_000).check(z.minLength(200)),
});
export type ApplicationDraft = z.infer<typeof ApplicationDraft>;

export const AuthorApplication = z.object({
  id: ApplicationId,
  name: z.string(),
  about: z.string(),
  links: z.array(z.string()),
  sample: z.string(),
  state: ApplicationState,
  /** Why it was declined; empty otherwise. */
  reason: z.string(),
  appliedAt: Instant,
  decidedAt: z.nullable(Instant),
});
export type AuthorApplication = z.infer<typeof AuthorApplication>;

/** An application as shown to staff. */
export const ReceivedApplication = z.extend(AuthorApplication, {
  applicant: z.object({
    name: z.string(),
    username: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
  }),
});
export type ReceivedApplication = z.infer<typeof ReceivedApplication>;

const applicationParams = z.strictObject({ applicationId: ApplicationId });

/** The public page of an author, as its author edits it. */
export const AuthorPage = z.object({
  contributorId: ContributorId,
  name: z.string(),
  bio: z.string(),
  links: z.array(z.string()),
  /** Whether the page shows the account's profile picture. */
  showsPicture: z.boolean(),
});
export type AuthorPage = z.infer<typeof AuthorPage>;

export const authorsContract = {
  /** Null before staff linked the account to a page. */
  getAuthorPage: route({
    method: "GET",
    path: "/api/author-page",
    access: "author",
    summary: "The author's public page",
    reads: ["author-page"],
    response: z.nullable(AuthorPage),
  }),

  editAuthorPage: route({
    method: "PUT",
    path: "/api/author-page",
    access: "author",
    summary: "Changes the biography, links and picture of the author's public page",
    changes: ["author-page"],
    body: z.strictObject({
      bio: prose(4000),
      links: z.array(Link).check(z.maxLength(5)),
      showsPicture: z.boolean(),
    }),
    response: AuthorPage,
  }),

  /** The latest one. */
  getMyApplication: route({
    method: "GET",
    path: "/api/author-application",
    access: "reader",
    summary: "The user's author application",
    reads: ["author-application"],
    response: z.nullable(AuthorApplication),
  }),

  apply: route({
    method: "POST",
    path: "/api/author-application",
    access: "reader",
    summary: "Applies to become an author; one open application per user",
    changes: ["author-application"],
    body: ApplicationDraft,
    response: AuthorApplication,
  }),

  listApplications: route({
    method: "GET",
    path: "/api/admin/author-applications",
    access: "employee",
    summary: "Applications in one state, oldest first",
    reads: ["author-application"],
    query: z.strictObject({
      state: z.optional(ApplicationState),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "applications",
    response: z.object({ applications: z.array(ReceivedApplication), nextCursor: z.nullable(Cursor) }),
  }),

  approveApplication: route({
    method: "POST",
    path: "/api/admin/author-applications/:applicationId/approve",
    access: "employee",
    summary: "Approves an application",
    changes: ["author-application"],
    params: applicationParams,
    response: ReceivedApplication,
  }),

  declineApplication: route({
    method: "POST",
    path: "/api/admin/author-applications/:applicationId/decline",
    access: "employee",
    summary: "Declines an application with a reason",
    changes: ["author-application"],
    params: applicationParams,
    body: z.strictObject({ reason: prose(1000).check(z.minLength(10)) }),
    response: ReceivedApplication,
  }),
};
