/** Whether a page is indexed: `private` ones are not. */
type Audience = "public" | "private";

/** Paths of all pages. The server answers other paths with 404. */
export const routes = {
  "/": "public",
  "/home": "private",
  "/auth": "private",
  "/auth/forgot": "private",
  "/browse": "public",
  "/book/:id": "public",
  "/book/:id/sync": "private",
  "/book/:id/narration": "private",
  "/author/:id": "public",
  "/author-auth": "public",
  "/authors-portal": "private",
  "/subscribe": "public",
  "/upload": "private",
  "/upload-book": "private",
  "/employee-login": "private",
  "/adm": "private",
  "/admin-login": "private",
  "/admin": "private",
  "/admin/dashboard": "private",
  "/admin-dashboard": "private",
  "/admin/books": "private",
  "/admin/books/:id/edit": "private",
  "/admin/upload-book": "private",
  "/admin/manage-authors": "private",
  "/admin/manage-genres": "private",
  "/admin/manage-tropes": "private",
  "/admin/cloud-storage": "private",
  "/admin/settings": "private",
  "/admin/redirects": "private",
  "/admin/view-users": "private",
  "/admin/challenges": "private",
  "/admin/reports": "private",
  "/admin/corrections": "private",
  "/admin/messages": "private",
  "/admin/membership-codes": "private",
  "/admin/outbox": "private",
  "/admin/webhooks": "private",
  "/admin/health": "private",
  "/admin/jobs": "private",
  "/admin/audit-log": "private",
  "/admin/athan-management": "private",
  "/top-rated-books": "public",
  "/new-releases": "public",
  "/coming-soon": "public",
  "/genres": "public",
  "/genre/:name": "public",
  "/shelves/:id": "public",
  "/champions": "public",
  "/challenges": "public",
  "/challenges/champions": "public",
  "/challenges/:id": "public",
  "/community": "public",
  "/community/:id": "public",
  "/community/:communityId/discussions/:discussionId": "public",
  "/messages": "private",
  "/library": "private",
  "/library/vocabulary": "private",
  "/notifications": "private",
  "/profile": "private",
  "/readers/:username": "private",
  "/settings": "private",
  "/user-settings": "private",
  "/notifications-settings": "private",
  "/help-center": "public",
  "/contact-us": "public",
  "/careers": "public",
  "/download-app": "public",
  "/privacy-policy": "public",
  "/terms-of-service": "public",
  "/community-guidelines": "public",
  "/open": "private",
  "/read/:id": "private",
  "/read/local/:id": "private",
  "/e-reader/:id": "private",
  "/ebook/:id": "private",
  "/seamless-reader": "private",
  "/seamless-reader/:id": "private",
  "/whisper-sync-demo": "public",
  "/athan-demo": "public",
  "/prayer-times": "public",
  "/prayer": "private",
} as const satisfies Readonly<Record<`/${string}`, Audience>>;

export type RoutePath = keyof typeof routes;

export const initialRoutes: readonly RoutePath[] = [
  "/",
  "/home",
  "/auth",
  "/browse",
  "/book/:id",
  "/library",
  "/read/:id",
  "/read/local/:id",
  "/e-reader/:id",
  "/ebook/:id",
  "/seamless-reader/:id",
  "/whisper-sync-demo",
];

export interface MatchedRoute {
  readonly path: RoutePath;
  readonly isPublic: boolean;
  readonly params: Readonly<Record<string, string>>;
}

export function findRoute(pathname: string): MatchedRoute | null {
  const parts = getParts(pathname);
  if (!parts) return null;
  for (const [path, audience] of entries) {
    const params = match(path.split("/").slice(1), parts);
    if (params) return { path, isPublic: audience === "public", params };
  }
  return null;
}

const entries = Object.entries(routes) as readonly (readonly [RoutePath, Audience])[];

/** The decoded path parameters; null when they cannot be decoded or contain NUL. */
function getParts(pathname: string): readonly string[] | null {
  if (pathname.includes("%00")) return null;
  try {
    return pathname
      .replace(/^\/|\/$/g, "")
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (segment.startsWith(":") && part) params[segment.slice(1)] = part;
    else if (segment.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}
