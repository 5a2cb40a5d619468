import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

export const communityRoutes: readonly RouteDefinition[] = [
  {
    path: "/community",
    page: lazyPage(
      ["community"],
      async () => (await import("#client/pages/community/communities-page.tsx")).CommunitiesPage,
    ),
  },
  {
    path: "/community/:id",
    page: lazyPage(
      ["community", "follows", "moderation", "richText"],
      async () => (await import("#client/pages/community/community-page.tsx")).CommunityPage,
    ),
  },
  {
    path: "/community/:communityId/discussions/:discussionId",
    page: lazyPage(
      ["community", "moderation", "people", "richText"],
      async () => (await import("#client/pages/community/discussion-page.tsx")).DiscussionPage,
    ),
  },
  {
    path: "/messages",
    page: lazyPage(
      ["messages", "moderation", "people", "richText"],
      async () => (await import("#client/pages/messages/messages-page.tsx")).MessagesPage,
    ),
    requiresSignIn: true,
  },
];
