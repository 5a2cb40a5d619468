import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Modules that connect to the test database or start a server. */
const needsDatabase = /testing\/(?:test|test-app|logged-app|test-services|database)\.ts"|startEmbedded/;

/** Paths of the fast tests in `server` and `shared` that need no database; `npm run check` runs them. */
export function listUnitTests(root: string): string[] {
  return ["server", "shared"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, "/")),
      ),
    )
    .filter(
      (file) =>
        file.endsWith(".test.ts") &&
        !file.endsWith(".slow.test.ts") &&
        !needsDatabase.test(readFileSync(path.join(root, file), "utf8")),
    );
}
