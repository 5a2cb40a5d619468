import type { Plugin } from "vite";

interface Cut {
  readonly from: string;
  readonly to: string;
  readonly replacement: string;
}

/** The server sends the contents and the book's data, and the app has its own player for media overlays. */
const foliateCuts: readonly Cut[] = [
  {
    from: "    // first pass: convert to JS objects",
    to: "\n}\n\nconst parseNav = ",
    replacement: `    const prefixes = getPrefixes(opf)
    const rendition = {}
    for (const el of $metadata.children) {
        if (el.namespaceURI !== NS.OPF || el.localName !== 'meta'
            || el.hasAttribute('name') || el.hasAttribute('refines')) continue
        const property = el.getAttribute('property')
        const url = getPropertyURL(property, prefixes) ?? property
        if (url?.startsWith(PREFIX.rendition))
            rendition[camel(url.replace(PREFIX.rendition, ''))] ??= getElementText(el)
    }
    return { rendition }`,
  },
  { from: "        this.navPath = ", to: "        this.cfis = ", replacement: "" },
  { from: "    resolveCFI(cfi) {", to: "}\n\nclass Loader", replacement: "" },
  {
    from: "        const { navPath, ncxPath } = this.resources",
    to: "        this.dir = ",
    replacement: "        this.rendition = getMetadata(opf).rendition\n",
  },
  {
    from: "    getMediaOverlay() {",
    to: "    destroy() {\n        this.#loader?.destroy()",
    replacement: "",
  },
];

/** Only a folder that `exports` does not name has it switched off. */
const routerCuts: readonly Cut[] = [
  { from: "var ENABLE_DEV_WARNINGS = ", to: ";\n", replacement: "var ENABLE_DEV_WARNINGS = false" },
];

const packages = [
  { file: /\/foliate-js\/epub\.js$/, cuts: foliateCuts },
  { file: /\/react-router\/dist\/development\/chunk-\w+\.mjs$/, cuts: routerCuts },
];

/** Removes unused code of packages that tree shaking cannot find. */
export function stripPackages(): Plugin {
  const stripped = new Set<RegExp>();
  return {
    name: "strip-packages",
    apply: "build",
    transform: {
      filter: { id: packages.map(({ file }) => file) },
      handler(code, id) {
        const found = packages.find(({ file, cuts }) => file.test(id) && code.includes(cuts[0]?.from ?? ""));
        if (!found) return null;
        stripped.add(found.file);
        return { code: found.cuts.reduce(cut, code), map: null };
      },
    },
    buildEnd(error) {
      const missing = packages.find(({ file }) => !stripped.has(file));
      if (!error && missing) throw new Error(`Nothing to remove in ${missing.file}: is it another version?`);
    },
  };
}

function cut(code: string, { from, to, replacement }: Cut): string {
  const start = code.indexOf(from);
  const end = code.indexOf(to, start + from.length);
  if (start < 0 || end < 0) throw new Error(`Not in this version: ${start < 0 ? from : to}`);
  return code.slice(0, start) + replacement + code.slice(end);
}
