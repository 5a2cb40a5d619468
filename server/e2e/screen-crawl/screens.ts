import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "#shared/api/language.ts";
import type { BookId } from "#shared/books/book.ts";
import type { RoutePath } from "#shared/routes/route-table.ts";
import { projectRoot } from "#server/project-root.ts";

export interface World {
  readonly bookId: BookId;
  readonly bookTitle: string;
  readonly authorId: string;
  readonly authorName: string;
  readonly genre: string;
  readonly challengeId: string;
  readonly challengeTitle: string;
  readonly communityId: string;
  readonly communityName: string;
  readonly discussionId: string;
  readonly discussionTitle: string;
  /** A reader who shows others something. */
  readonly readerUsername: string;
  readonly readerName: string;
}

export interface VisitedScreen {
  readonly at?: (world: World) => string;
  /** Left out, everybody sees it. */
  readonly isForReaders?: boolean;
  /** The key of its title, a title of the library's own, empty for the product's name alone; null is not looked at. */
  readonly title: string | ((world: World) => string) | null;
  readonly guestReads?: readonly string[];
  readonly readerReads?: readonly string[];
  readonly authorReads?: readonly string[];
  readonly staffReads?: readonly string[];
  readonly adminReads?: readonly string[];
  readonly readerSees?: "/home";
}

function staffLogin(title: string) {
  return { title: null, guestReads: [title], readerReads: [title], staffReads: ["shell.adminPortal"] };
}

function staffScreen(...staffReads: readonly string[]) {
  const [guestReads, readerReads] = [["admin.employeeSignIn"], ["admin.accessDenied"]];
  return { title: null, guestReads, readerReads, staffReads };
}

function adminScreen(...adminReads: readonly string[]) {
  return { ...staffScreen("admin.accessDenied"), adminReads };
}

export const walked = {
  "/": { title: "", guestReads: ["landing.createAccount"], readerReads: ["home.currentlyReading"] },
  "/home": { title: "", guestReads: ["landing.createAccount"], readerReads: ["home.currentlyReading"] },
  "/auth": { title: "common.signIn", readerSees: "/home", guestReads: ["auth.stayLoggedIn"] },
  "/auth/forgot": {
    title: "auth.forgotTitle",
    guestReads: ["auth.sendResetLink"],
    readerReads: ["auth.sendResetLink"],
  },
  "/browse": { title: "browse.title" },
  "/book/:id": { at: ({ bookId }) => `/book/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/book/:id/sync": { at: ({ bookId }) => `/book/${bookId}/sync`, isForReaders: true, title: null },
  "/book/:id/narration": { at: ({ bookId }) => `/book/${bookId}/narration`, isForReaders: true, title: null },
  "/author/:id": { at: ({ authorId }) => `/author/${authorId}`, title: ({ authorName }) => authorName },
  "/author-auth": { title: "authorApplication.title" },
  "/authors-portal": {
    title: null,
    isForReaders: true,
    readerReads: ["authorApplication.title"],
    authorReads: ["publishing.portal", "publishing.noOwnBooks"],
  },
  "/upload": { title: "upload.title", isForReaders: true },
  "/upload-book": { title: "upload.title", isForReaders: true },
  "/employee-login": staffLogin("admin.employeeSignIn"),
  "/adm": staffLogin("admin.adminSignIn"),
  "/admin-login": staffLogin("admin.adminSignIn"),
  "/admin": staffScreen("shell.adminPortal", "admin.decisions"),
  "/admin/dashboard": staffScreen("shell.adminPortal", "admin.overview"),
  "/admin-dashboard": staffScreen("shell.adminPortal", "admin.overview"),
  "/admin/books": staffScreen("admin.manageBooks"),
  "/admin/books/:id/edit": {
    at: ({ bookId }) => `/admin/books/${bookId}/edit`,
    ...staffScreen("admin.editBook", "publishing.checks"),
  },
  "/admin/upload-book": staffScreen("upload.title", "upload.drop"),
  "/admin/manage-authors": staffScreen("admin.manageAuthors"),
  "/admin/manage-genres": staffScreen("admin.manageGenres"),
  "/admin/manage-tropes": staffScreen("admin.manageTropes"),
  "/admin/cloud-storage": adminScreen("admin.cloudStorage", "storageAdmin.integrity"),
  "/admin/settings": adminScreen("admin.siteSettings", "siteAdmin.registration"),
  "/admin/redirects": staffScreen("admin.redirects"),
  "/admin/view-users": staffScreen("admin.viewUsers"),
  "/admin/challenges": staffScreen("challenge.manage"),
  "/admin/reports": staffScreen("moderation.title"),
  "/admin/corrections": staffScreen("corrections.title"),
  "/admin/messages": staffScreen("admin.messages"),
  "/admin/membership-codes": adminScreen("admin.codes", "membershipAdmin.issue"),
  "/admin/outbox": adminScreen("admin.outbox"),
  "/admin/jobs": adminScreen("admin.jobs"),
  "/admin/audit-log": adminScreen("admin.audit"),
  "/admin/athan-management": staffScreen("admin.athan", "athan.add", "athan.defaults"),
  "/top-rated-books": { title: "bookLists.topRated" },
  "/new-releases": { title: "bookLists.newReleases" },
  "/coming-soon": { title: "bookLists.comingSoon" },
  "/genres": { title: "bookLists.genres" },
  "/genre/:name": {
    at: ({ genre }) => `/genre/${encodeURIComponent(genre)}`,
    // A genre is called in the language of who looks, where it has a name there.
    title: null,
  },
  "/champions": { title: "challenge.champions" },
  "/challenges": { title: "challenge.title" },
  "/challenges/champions": { title: "challenge.champions" },
  "/challenges/:id": {
    at: ({ challengeId }) => `/challenges/${challengeId}`,
    title: ({ challengeTitle }) => challengeTitle,
  },
  "/community": { title: "shell.community", guestReads: ["community.all"], readerReads: ["community.found"] },
  "/community/:id": {
    at: ({ communityId }) => `/community/${communityId}`,
    title: ({ communityName }) => communityName,
    guestReads: ["community.tabDiscussions"],
  },
  "/community/:communityId/discussions/:discussionId": {
    at: ({ communityId, discussionId }) => `/community/${communityId}/discussions/${discussionId}`,
    title: ({ discussionTitle }) => discussionTitle,
  },
  "/messages": { title: "shell.messages", isForReaders: true, readerReads: ["messages.none"] },
  "/library": { title: "library.title", isForReaders: true },
  "/notifications": { title: "shell.notifications", isForReaders: true },
  "/profile": { title: "profile.title", isForReaders: true },
  "/readers/:username": {
    at: ({ readerUsername }) => `/readers/${readerUsername}`,
    title: ({ readerName }) => readerName,
    isForReaders: true,
  },
  "/settings": { title: "settings.title", isForReaders: true },
  "/user-settings": { title: "shell.emailSettings", isForReaders: true },
  "/notifications-settings": { title: "notifications.title", isForReaders: true },
  "/subscribe": { title: "membership.title" },
  "/help-center": { title: "help.title" },
  "/contact-us": { title: "support.contactTitle" },
  "/careers": { title: "support.careersTitle" },
  "/download-app": { title: "support.appTitle" },
  "/privacy-policy": { title: "legal.privacyTitle" },
  "/terms-of-service": { title: "legal.termsTitle" },
  "/community-guidelines": { title: "legal.guidelinesTitle" },
  "/read/:id": { at: ({ bookId }) => `/read/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/e-reader/:id": { at: ({ bookId }) => `/e-reader/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/ebook/:id": { at: ({ bookId }) => `/ebook/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/seamless-reader": { title: null },
  "/seamless-reader/:id": {
    at: ({ bookId }) => `/seamless-reader/${bookId}`,
    title: ({ bookTitle }) => bookTitle,
  },
  "/athan-demo": { title: "prayer.title" },
  "/prayer": { title: null },
  "/whisper-sync-demo": { title: "readAlong.demoTitle", guestReads: ["readAlong.demoText"] },
} as const satisfies Readonly<Record<RoutePath, VisitedScreen>>;

/** Every text of the interface in a language. */
export function messagesIn(language: Language): Readonly<Record<string, string>> {
  const folder = path.join(projectRoot, "client", "locales", language);
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  return Object.assign({}, ...files.map((text) => JSON.parse(text)));
}
