import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";
import { addPseudoLanguage, pseudoLanguage } from "./pseudo-messages.ts";

const files = ["client", "server", "shared", "package.json", "vite.config.ts", "tailwind.config.ts"];
const unneeded = /\.test\.tsx?$|\/server\/(demo\/library|bench|e2e)$/;

const viteScript = `import { build } from "vite";
await build({
  root: "client",
  configFile: "vite.config.ts",
  logLevel: "warn",
  resolve: { preserveSymlinks: true },
  build: { minify: false, reportCompressedSize: false },
});`;

/**
 * Builds a copy of the project that has one more language.
 *
 * @returns its folder
 */
export async function buildWithPseudoLanguage(): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), "maktaba-language-"));
  for (const file of files) {
    cpSync(path.join(projectRoot, file), path.join(root, file), {
      recursive: true,
      filter: (source) => !unneeded.test(source),
    });
  }
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(root, "node_modules"));
  mkdirSync(path.join(root, "shared", "locales", pseudoLanguage, "server"), { recursive: true });
  addPseudoLanguage(path.join(root, "shared", "locales"));
  writeFileSync(path.join(root, "build-client.mjs"), viteScript);
  await Promise.all([
    run(root, ["build-client.mjs"]),
    run(root, ["server/scripts/bundle-server.mjs", "dist/server"]),
  ]);
  return root;
}

async function run(cwd: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} failed: see above.`);
}
