import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const locales = path.join(root, "shared", "locales", "en");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Loaded on demand: where an error has a reason, a form is left, a book can be heard, or a panel of the reader opens. */
const loadedElsewhere = new Set(["reason", "form", "player", "readingSettings"]);

/** Chunks that contain texts of a part which they do not show, or only after another chunk has loaded them. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The selection bar is shown by `reader-marks.tsx` only.
  "client/features/marks/index.ts": ["marks", "richText", "corrections"],
  "client/features/player/clip/audio-marks-panel.tsx": ["corrections"],
  "client/pages/library/library-notebook.tsx": ["corrections"],
  "client/pages/reader/notebook-panel.tsx": ["corrections"],
  // Called by the open command palette.
  "client/features/reader/components/finding.tsx": ["palette"],
  // Shown with their layers only.
  "client/features/reader/components/help-panel.tsx": ["readAlong"],
  "client/pages/reader/resync-bar.tsx": ["readAlong", "textToSpeech"],
};

const namespaceByKey = new Map(
  readdirSync(locales)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => {
      const keys = Object.keys(JSON.parse(readFileSync(path.join(locales, file), "utf8")) as object);
      return keys.map((key) => [key, path.basename(file, ".json")] as const);
    }),
);

interface LazyImport {
  readonly file: string;
  readonly namespaces: readonly string[];
}

interface Module {
  readonly imports: readonly string[];
  readonly lazyImports: readonly LazyImport[];
  /** Loaded by a function of the module itself. */
  readonly loaded: readonly string[];
  readonly needed: readonly string[];
}

const listNames = (text: string) => Array.from(text.matchAll(/"(\w+)"/g), ([, name = ""]) => name);

function resolve(from: string, specifier: string): string[] {
  if (specifier.startsWith("#client/")) return [specifier.slice(1)];
  return specifier.startsWith(".") ? [path.join(path.dirname(from), specifier)] : [];
}

const adminPages = read("client/app/routes/admin-pages.ts");
const getAdminPage = (name: string) =>
  new RegExp(`\\b${name}: async[^"]*import\\(\\s*"([^"]+)"`).exec(adminPages)?.[1] ?? "";

/** A lazy page or chunk with the namespaces that are loaded with it. */
const lazyPatterns: ReadonlyArray<
  readonly [RegExp, (match: readonly string[]) => readonly [string, string]]
> = [
  [
    /lazyPage\(\s*\[([^\]]*)\],\s*load\("(\w+)"\)/g,
    ([, names = "", page = ""]) => [getAdminPage(page), names],
  ],
  [/lazyPage\(\s*\[([^\]]*)\],[^;]*?import\("([^"]+)"\)/g, ([, names = "", file = ""]) => [file, names]],
  [/withMessages\(\s*import\("([^"]+)"\),([^)]*)\)/g, ([, file = "", names = ""]) => [file, names]],
];

function readModule(file: string): Module {
  let source = read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const needed = Array.from(source.matchAll(/"([a-zA-Z]+\.[\w.-]+)"/g), ([, key = ""]) =>
    namespaceByKey.get(key),
  );
  const imports = Array.from(
    source.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)"|^import "([^"]+)"/gm),
    ([, from, bare]) => resolve(file, from ?? bare ?? ""),
  );
  const lazyImports: LazyImport[] = [];
  const addLazyImport = (specifier: string, namespaces: readonly string[]) =>
    lazyImports.push(...resolve(file, specifier).map((resolved) => ({ file: resolved, namespaces })));
  for (const [pattern, parse] of lazyPatterns)
    source = source.replaceAll(pattern, (...match) => {
      const [specifier, names] = parse(match.filter((part) => typeof part === "string"));
      addLazyImport(specifier, listNames(names));
      return "";
    });
  const loaded: string[] = [];
  // Statements at the top level begin in the first column.
  for (const statement of source.split(/^(?=[a-z])/m)) {
    const namespaces = Array.from(
      statement.matchAll(/load(?:Messages|InAllLanguages)\(([^)]*)\)/g),
      ([, names = ""]) => listNames(names),
    ).flat();
    const specifiers = Array.from(statement.matchAll(/import\(\s*"([^"]+)"/g), ([, name = ""]) => name);
    for (const specifier of specifiers) addLazyImport(specifier, namespaces);
    if (specifiers.length === 0 || /^(?:export )?(?:async )?function/.test(statement))
      loaded.push(...namespaces);
  }
  return {
    imports: imports.flat(),
    lazyImports: file.endsWith("admin-pages.ts") ? [] : lazyImports,
    loaded,
    needed: needed.filter((namespace) => namespace !== undefined),
  };
}

const modules = new Map(
  readdirSync(path.join(root, "client"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith("testing"))
    .map((file) => [path.join("client", file), readModule(path.join("client", file))]),
);

const chunks = new Map<string, readonly Module[]>();
/** A module with all that it imports statically. */
function listChunk(entry: string): readonly Module[] {
  const known = chunks.get(entry);
  if (known) return known;
  const files = new Set([entry]);
  for (const file of files) for (const imported of modules.get(file)?.imports ?? []) files.add(imported);
  const chunk = Array.from(files).flatMap((file) => modules.get(file) ?? []);
  chunks.set(entry, chunk);
  return chunk;
}

/** Each lazily loaded module with the namespaces that are loaded on every way to it. */
function followLazyImports(): ReadonlyMap<string, ReadonlySet<string>> {
  const loadedBy = new Map<string, ReadonlySet<string>>([
    ["client/boot.tsx", new Set(["common", "ui", "shell"])],
  ]);
  const queue = ["client/boot.tsx"];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    const chunk = listChunk(entry);
    const inherited = [...(loadedBy.get(entry) ?? []), ...chunk.flatMap(({ loaded }) => loaded)];
    for (const { file, namespaces } of chunk.flatMap(({ lazyImports }) => lazyImports)) {
      const before = loadedBy.get(file);
      const now = new Set([...inherited, ...namespaces].filter((name) => before?.has(name) ?? true));
      if (before?.size === now.size) continue;
      loadedBy.set(file, now);
      queue.push(file);
    }
  }
  return loadedBy;
}

test("the texts that a lazily loaded part shows are loaded with it", () => {
  const missing = Array.from(followLazyImports(), ([entry, inherited]) => {
    const chunk = listChunk(entry);
    const loaded = new Set([
      ...inherited,
      ...loadedElsewhere,
      ...chunk.flatMap((module) => module.loaded),
      ...(exceptions[entry] ?? []),
    ]);
    const needed = new Set(chunk.flatMap((module) => module.needed));
    return Array.from(needed)
      .filter((namespace) => !loaded.has(namespace))
      .map((namespace) => `${entry}: ${namespace}`);
  }).flat();

  expect(missing).toEqual([]);
});
