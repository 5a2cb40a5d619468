const inTests = "\\.test\\.tsx?$|/testing/|^server/(e2e|bench)/|^vite\\.config";
const error = (name, from, to) => ({ name, severity: "error", from, to });

module.exports = {
  forbidden: [
    error("no-cycles", {}, { circular: true }),
    error("shared-imports-nothing-above", { path: "^shared/" }, { path: "^(client|server)/" }),
    error("no-client-to-server", { path: "^client/" }, { path: "^server/" }),
    error("no-server-to-client", { path: "^server/" }, { path: "^client/" }),
    error(
      "no-cross-feature-imports",
      { path: "^client/features/([^/]+)/" },
      { path: "^client/features/", pathNot: ["^client/features/$1/", "^client/features/positions/", "^client/features/reading-activity/tracking/"] },
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
