const inTests = "\\.test\\.tsx?$|/testing/|^server/(e2e|bench)/";
const error = (name, from, to) => ({ name, severity: "error", from, to });

module.exports = {
  forbidden: [
    // Types alone may refer to each other: nothing is left of them at run time.
    error("no-cycles", {}, { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }),
    error("shared-is-the-floor", { path: "^shared/" }, { path: "^(client|server)/" }),
    error("client-never-meets-server", { path: "^client/" }, { path: "^server/" }),
    error("server-never-meets-client", { path: "^server/" }, { path: "^client/" }),
    error(
      "client-features-are-strangers",
      { path: "^client/features/([^/]+)/" },
      { path: "^client/features/", pathNot: ["^client/features/$1/", "^client/features/positions/", "^client/features/reading-activity/tracking/"] },
    ),
    error("client-looks-down", { path: "^client/(ui|lib)/" }, { path: "^client/(features|pages|app)/" }),
    error("client-features-below-pages", { path: "^client/features/" }, { path: "^client/(pages|app)/" }),
    error(
      "server-looks-down",
      { path: "^server/(http|db|storage|jobs|realtime)/", pathNot: inTests },
      { path: "^server/(features/|app\\.ts|main\\.ts)" },
    ),
    error(
      "server-features-meet-at-the-service",
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
