import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "#shared/api/language.ts";
import type { BookId } from "#shared/books/book.ts";
import type { RoutePath } from "#shared/routes/route-table.ts";
import { projectRoot } from "#server/project-root.ts";

/** The rows that the visited screens show. */
export interface CrawlData {
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
  readonly shelfId: string;
  readonly shelfName: string;
  /** A reader with a public profile. */
  readonly readerUsername: string;
  readonly readerName: string;
}

export interface VisitedScreen {
  readonly url?: (data: CrawlData) => string;
  /** Guests are redirected. */
  readonly requiresSignIn?: boolean;
  /**
   * A message key, or a function for a title from the data; empty for the product name alone; null is not
   * checked.
   */
  readonly title: string | ((data: CrawlData) => string) | null;
  readonly guestTexts?: readonly string[];
  readonly readerTexts?: readonly string[];
  readonly authorTexts?: readonly string[];
  readonly staffTexts?: readonly string[];
  readonly adminTexts?: readonly string[];
  readonly readerRedirect?: "/home";
}

function createStaffLogin(title: string) {
  return { title: null, guestTexts: [title], readerTexts: [title], staffTexts: ["shell.adminPortal"] };
}

function createStaffScreen(...staffTexts: readonly string[]) {
  const [guestTexts, readerTexts] = [["admin.employeeSignIn"], ["admin.accessDenied"]];
  return { title: null, guestTexts, readerTexts, staffTexts };
}

function createAdminScreen(...adminTexts: readonly string[]) {
  return { ...createStaffScreen("admin.accessDenied"), adminTexts };
}

export const crawledScreens = {
  "/": { title: "", guestTexts: ["landing.createAccount"], readerTexts: ["home.currentlyReading"] },
  "/home": { title: null, guestTexts: ["landing.createAccount"], readerTexts: ["home.currentlyReading"] },
  "/auth": { title: "common.signIn", readerRedirect: "/home", guestTexts: ["auth.stayLoggedIn"] },
  "/auth/forgot": {
    title: "auth.forgotTitle",
    guestTexts: ["auth.noEmailHint"],
    readerTexts: ["auth.noEmailHint"],
  },
  "/browse": { title: "browse.title" },
  "/book/:id": { url: ({ bookId }) => `/book/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/book/:id/sync": { url: ({ bookId }) => `/book/${bookId}/sync`, requiresSignIn: true, title: null },
  "/book/:id/narration": {
    url: ({ bookId }) => `/book/${bookId}/narration`,
    requiresSignIn: true,
    title: null,
  },
  "/author/:id": { url: ({ authorId }) => `/author/${authorId}`, title: ({ authorName }) => authorName },
  "/author-auth": { title: "authorApplication.title" },
  "/authors-portal": {
    title: null,
    requiresSignIn: true,
    readerTexts: ["authorApplication.title"],
    authorTexts: ["publishing.portal", "publishing.noOwnBooks"],
  },
  "/upload": { title: "upload.title", requiresSignIn: true },
  "/upload-book": { title: "upload.title", requiresSignIn: true },
  "/employee-login": createStaffLogin("admin.employeeSignIn"),
  "/adm": createStaffLogin("admin.adminSignIn"),
  "/admin-login": createStaffLogin("admin.adminSignIn"),
  "/admin": createStaffScreen("shell.adminPortal", "admin.decisions"),
  "/admin/dashboard": createStaffScreen("shell.adminPortal", "admin.overview"),
  "/admin-dashboard": createStaffScreen("shell.adminPortal", "admin.overview"),
  "/admin/books": createStaffScreen("admin.manageBooks"),
  "/admin/books/:id/edit": {
    url: ({ bookId }) => `/admin/books/${bookId}/edit`,
    ...createStaffScreen("admin.editBook", "publishing.checks"),
  },
  "/admin/upload-book": createStaffScreen("upload.title", "upload.drop"),
  "/admin/manage-authors": createStaffScreen("admin.manageAuthors"),
  "/admin/manage-genres": createStaffScreen("admin.manageGenres"),
  "/admin/manage-tropes": createStaffScreen("admin.manageTropes"),
  "/admin/cloud-storage": createAdminScreen("admin.cloudStorage", "storageAdmin.integrity"),
  "/admin/settings": createAdminScreen("admin.siteSettings", "siteAdmin.registration"),
  "/admin/redirects": createStaffScreen("admin.redirects"),
  "/admin/view-users": createStaffScreen("admin.viewUsers"),
  "/admin/challenges": createStaffScreen("challenge.manage"),
  "/admin/reports": createStaffScreen("moderation.title"),
  "/admin/corrections": createStaffScreen("corrections.title"),
  "/admin/messages": createStaffScreen("admin.messages"),
  "/admin/membership-codes": createAdminScreen("admin.codes", "siteAdmin.codeIssue"),
  "/admin/outbox": createAdminScreen("admin.outbox"),
  "/admin/webhooks": createAdminScreen("admin.webhooks"),
  "/admin/health": createAdminScreen("admin.health", "health.thisProcess"),
  "/admin/jobs": createAdminScreen("admin.jobs"),
  "/admin/audit-log": createAdminScreen("admin.audit"),
  "/admin/athan-management": createStaffScreen("admin.athan", "athan.add", "athan.defaults"),
  "/top-rated-books": { title: "bookLists.topRated" },
  "/new-releases": { title: "bookLists.newReleases" },
  "/coming-soon": { title: "bookLists.comingSoon" },
  "/genres": { title: "bookLists.genres" },
  "/genre/:name": {
    url: ({ genre }) => `/genre/${encodeURIComponent(genre)}`,
    // Genres are translated where a translation exists.
    title: null,
  },
  "/champions": { title: "challenge.champions" },
  "/challenges": { title: "challenge.title" },
  "/challenges/champions": { title: "challenge.champions" },
  "/challenges/:id": {
    url: ({ challengeId }) => `/challenges/${challengeId}`,
    title: ({ challengeTitle }) => challengeTitle,
  },
  "/shelves/:id": {
    url: ({ shelfId }) => `/shelves/${shelfId}`,
    title: ({ shelfName }) => shelfName,
  },
  "/community": {
    title: "shell.community",
    guestTexts: ["community.all"],
    readerTexts: ["community.newCommunity"],
  },
  "/community/:id": {
    url: ({ communityId }) => `/community/${communityId}`,
    title: ({ communityName }) => communityName,
    guestTexts: ["community.tabDiscussions"],
  },
  "/community/:communityId/discussions/:discussionId": {
    url: ({ communityId, discussionId }) => `/community/${communityId}/discussions/${discussionId}`,
    title: ({ discussionTitle }) => discussionTitle,
  },
  "/messages": { title: "shell.messages", requiresSignIn: true, readerTexts: ["messages.none"] },
  "/library": { title: "library.title", requiresSignIn: true },
  "/library/vocabulary": { title: "dictionary.vocabulary", requiresSignIn: true },
  "/notifications": { title: "shell.notifications", requiresSignIn: true },
  "/profile": { title: "profiles.ownTitle", requiresSignIn: true },
  "/readers/:username": {
    url: ({ readerUsername }) => `/readers/${readerUsername}`,
    title: ({ readerName }) => readerName,
    requiresSignIn: true,
  },
  "/settings": { title: "settings.title", requiresSignIn: true },
  "/user-settings": { title: "shell.emailSettings", requiresSignIn: true },
  "/notifications-settings": { title: "notifications.title", requiresSignIn: true },
  "/subscribe": { title: "membership.title" },
  "/help-center": { title: "help.title" },
  "/contact-us": { title: "support.contactTitle" },
  "/careers": { title: "support.careersTitle" },
  "/download-app": { title: "support.appTitle" },
  "/privacy-policy": { title: "legal.privacyTitle" },
  "/terms-of-service": { title: "legal.termsTitle" },
  "/community-guidelines": { title: "legal.guidelinesTitle" },
  "/open": { title: "localBooks.openTitle", guestTexts: ["localBooks.openHintGuest"] },
  "/read/local/:id": {
    url: ({ bookId }) => `/read/local/${bookId}`,
    title: "localBooks.missingTitle",
    guestTexts: ["localBooks.missingHint"],
  },
  "/read/:id": { url: ({ bookId }) => `/read/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/e-reader/:id": { url: ({ bookId }) => `/e-reader/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/ebook/:id": { url: ({ bookId }) => `/ebook/${bookId}`, title: ({ bookTitle }) => bookTitle },
  "/seamless-reader": { title: null },
  "/seamless-reader/:id": {
    url: ({ bookId }) => `/seamless-reader/${bookId}`,
    title: ({ bookTitle }) => bookTitle,
  },
  "/athan-demo": { title: "prayer.title" },
  "/prayer-times": { title: "prayer.title" },
  "/prayer": { title: null },
  "/whisper-sync-demo": { title: "readAlong.demoTitle", guestTexts: ["readAlong.demoText"] },
} as const satisfies Readonly<Record<RoutePath, VisitedScreen>>;

/** Every text of the interface in a language. */
export function readMessages(language: Language): Readonly<Record<string, string>> {
  const folder = path.join(projectRoot, "shared", "locales", language);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
  return Object.assign({}, ...files.map((text) => JSON.parse(text)));
}
