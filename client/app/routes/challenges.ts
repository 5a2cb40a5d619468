import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

const champions = lazyPage(
  ["challenge"],
  async () => (await import("#client/pages/challenges/champions-page.tsx")).ChampionsPage,
);

export const challengeRoutes: readonly RouteDefinition[] = [
  { path: "/champions", page: champions },
  {
    path: "/challenges",
    page: lazyPage(
      ["challenge"],
      async () => (await import("#client/pages/challenges/challenges-page.tsx")).ChallengesPage,
    ),
  },
  { path: "/challenges/champions", page: champions },
  {
    path: "/challenges/:id",
    page: lazyPage(
      ["challenge"],
      async () => (await import("#client/pages/challenges/challenge-page.tsx")).ChallengePage,
    ),
  },
];
