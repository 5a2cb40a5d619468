import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

const config = path.join(projectRoot, ".dependency-cruiser.cjs");
const rules = (createRequire(import.meta.url)(config) as { forbidden: { name: string }[] }).forbidden;

/** The features of the client, each with a rule of its own. */
const features = rules.flatMap(({ name }) => name.match(/^client-tiers: (.+)$/)?.[1] ?? []);

type Violated = readonly [rule: string, from: string, to: string];

const violations: readonly Violated[] = [
  ["no-cycles", "server/http/first.ts", "server/http/second.ts"],
  ["shared-imports-nothing-above", "shared/books/shelf.ts", "server/db/expect-one-row.ts"],
  ["no-client-to-server", "client/lib/answers.ts", "server/http/answer.ts"],
  ["no-server-to-client", "server/http/page.ts", "client/lib/i18n/i18n.ts"],
  ...features.map((feature): Violated => {
    const imported = feature === "books" ? "player/index.ts" : "books/inner.ts";
    return [`client-tiers: ${feature}`, `client/features/${feature}/own.ts`, `client/features/${imported}`];
  }),
  ["every-client-feature-has-a-tier", "client/pages/home/page.ts", "client/features/another/index.ts"],
  ["client-layers", "client/ui/shelf.ts", "client/features/books/shelf.ts"],
  ["client-features-below-pages", "client/features/books/open.ts", "client/pages/book/page.ts"],
  ["server-layers", "server/db/reader.ts", "server/features/reader/service.ts"],
  ["cross-feature-only-via-service", "server/features/player/ask.ts", "server/features/books/queries.ts"],
  ["only-queries-touch-tables", "server/features/books/service.ts", "server/db/schema/books/books.ts"],
  ["tests-stay-in-tests", "server/features/library/made.ts", "server/testing/factories.ts"],
];

const allowedImports: readonly (readonly [from: string, to: string])[] = [
  ["client/pages/home/page.ts", "client/features/books/shelf.ts"],
  ["client/features/player/locator.ts", "client/features/positions/index.ts"],
  ["server/features/library/service.ts", "server/features/accounts/service.ts"],
  ["server/features/books/lists/list-queries.ts", "server/db/schema/books/books.ts"],
  ["server/features/books/routes.test.ts", "server/testing/factories.ts"],
];

const folder = mkdtempSync(path.join(tmpdir(), "maktaba-directions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("each import rule reports its violation and no other", () => {
  writeFileSync(path.join(folder, "tsconfig.json"), "{}");
  const imports = new Map<string, string[]>();
  const createFile = (from: string, to: string) => {
    imports.set(from, [...(imports.get(from) ?? []), to]);
    imports.set(to, imports.get(to) ?? []);
  };
  for (const [, from, to] of violations) createFile(from, to);
  for (const [from, to] of allowedImports) createFile(from, to);
  createFile("server/http/second.ts", "server/http/first.ts");
  for (const [file, targets] of imports) write(file, targets);

  const found = runDepcruise().map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);

  const expected = violations.map(([rule, from, to]) => `${rule}: ${from} → ${to}`);
  expect([...new Set(violations.map(([rule]) => rule))].sort()).toEqual(rules.map(({ name }) => name).sort());
  expect(found.filter((each) => !each.endsWith("second.ts → server/http/first.ts")).sort()).toEqual(
    expected.sort(),
  );
}, 60_000);

function write(file: string, targets: readonly string[]): void {
  const fullPath = path.join(folder, file);
  mkdirSync(path.dirname(fullPath), { recursive: true });
  const lines = targets.map((target, index) => {
    const relative = path.relative(path.dirname(fullPath), path.join(folder, target));
    return `import { it as it${index} } from "${relative.startsWith(".") ? relative : `./${relative}`}";\n`;
  });
  const uses = targets.map((_, index) => `it${index}`).join(", ");
  writeFileSync(fullPath, `${lines.join("")}export const it: unknown[] = [${uses}];\n`);
}

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

function runDepcruise(): readonly Violation[] {
  const { stdout, stderr } = spawnSync(
    path.join(projectRoot, "node_modules", ".bin", "depcruise"),
    ["--config", config, "--output-type", "json", "client", "server", "shared"],
    { cwd: folder, encoding: "utf8", maxBuffer: 64e6 },
  );
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}
