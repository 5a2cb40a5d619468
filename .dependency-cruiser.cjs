const inTests = "\\.test\\.tsx?$|/testing/|^server/(e2e|bench)/|^vite\\.config";
const error = (name, from, to) => ({ name, severity: "error", from, to });

/** A feature of the client may import `index.ts` of those in earlier tiers. */
const clientTiers = [
  ["books", "live-events", "local-books", "offline", "positions", "prayer", "queue", "shelves"],
  [
    ...["accounts", "admin", "ai-narration", "alignment", "author-stats", "authors", "challenges", "community"],
    ...["decisions", "dictionary", "follows", "goals", "library", "memberships", "messages", "moderation", "notifications"],
    ...["people", "prayer-admin", "profiles", "publishing", "push", "reader", "reading-activity", "shelf-import"],
    ...["staff", "support", "uploads", "webhooks"],
  ],
  ["corrections"],
  ["marks"],
  ["player"],
  ["notebook"],
  ["read-along"],
  ["text-to-speech"],
];

const allowEarlierTiers = (feature, tiers) =>
  error(
    `client-tiers: ${feature}`,
    { path: `^client/features/${feature}/`, pathNot: inTests },
    {
      path: "^client/features/",
      pathNot: [`^client/features/${feature}/`, `^client/features/(${tiers.flat().join("|") || "-"})/index\\.ts$`],
    },
  );

module.exports = {
  forbidden: [
    error("no-cycles", {}, { circular: true }),
    error("shared-imports-nothing-above", { path: "^shared/" }, { path: "^(client|server)/" }),
    error("no-client-to-server", { path: "^client/" }, { path: "^server/" }),
    // Client stores are tested against the real server there.
    error(
      "no-server-to-client",
      { path: "^server/", pathNot: "^server/testing/[^/]+\\.test\\.ts$" },
      { path: "^client/" },
    ),
    ...clientTiers.flatMap((tier, n) => tier.map((feature) => allowEarlierTiers(feature, clientTiers.slice(0, n)))),
    error(
      "every-client-feature-has-a-tier",
      { path: "^client/", pathNot: inTests },
      { path: "^client/features/", pathNot: `^client/features/(${clientTiers.flat().join("|")})/` },
    ),
    error("client-layers", { path: "^client/(ui|lib)/" }, { path: "^client/(features|pages|app)/" }),
    error("client-features-below-pages", { path: "^client/features/" }, { path: "^client/(pages|app)/" }),
    error(
      "server-layers",
      { path: "^server/(http|db|storage|jobs|pubsub)/", pathNot: inTests },
      { path: "^server/(features/|app\\.ts|main\\.ts)" },
    ),
    error(
      "cross-feature-only-via-service",
      { path: "^server/features/([^/]+)/", pathNot: inTests },
      { path: "^server/features/", pathNot: ["^server/features/$1/", "^server/features/[^/]+/service\\.ts$"] },
    ),
    error(
      "only-queries-touch-tables",
      { path: "^server/features/", pathNot: `/queries\\.ts$|/[a-z-]+-queries\\.ts$|${inTests}` },
      { path: "^server/db/schema/|drizzle-orm" },
    ),
    error("tests-stay-in-tests", { pathNot: inTests }, { path: inTests }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs"] },
  },
};
