import path from "node:path";

/** Packages that every page needs. */
const packages = [
  "react",
  "react-dom",
  "scheduler",
  "react-router",
  "react-router-dom",
  "@tanstack/query-core",
  "@tanstack/react-query",
  "@radix-ui/react-direction",
  "clsx",
  "zod",
];

const rarelyUsed = [
  "node_modules/@tanstack/react-query/build/modern/useQueries",
  "node_modules/@tanstack/query-core/build/modern/queriesObserver",
];

const frameIcons = getIconFiles(
  "arrow-left asterisk bell book-open calendar-clock chevron-down chevron-right circle-exclamation-point clock feather",
  "headphones house languages layout-grid library library-big list log-out mail menu message-circle palette refresh-cw",
  "search settings shield-check sliders-horizontal sparkles star target trophy turtle user-round users-round wifi-off x",
);

/** Small modules shared by most pages, which would otherwise be chunks of 200 bytes each. */
const common = [
  ...getIconFiles(
    "audio-lines audio-waveform book-open-text check circle-check download info loader-circle lock log-in moon pause",
    "pencil play plus square-pen trash triangle-exclamation-point",
  ),
  "client/ui/section",
  "client/ui/text-link",
  "client/lib/broadcast-channel",
  "client/lib/i18n/format-percent",
  "shared/accounts/proof",
  "shared/people/person",
  "client/ui/feedback/progress-bar",
  "client/ui/forms/checkbox",
  "client/lib/hooks/use-hash-target",
  "client/lib/i18n/device-time-zone",
  "client/lib/i18n/reading-direction",
  "client/features/books/lists/book-list-query",
  "client/features/dictionary/unsent-words",
  "client/features/messages/unsent-storage",
  "client/features/books/lists/book-shelf",
  "client/features/player/casting/sound-route",
  "client/features/player/together/together-state",
  "shared/text/two-digits",
];

/** Modules of every screen of the staff area. */
const staff = [...getIconFiles("scroll-text shield-x upload"), "client/lib/column-preference"];

/** The parts of a book's page that other screens use too. */
const book = [
  ...getIconFiles("bell-ring bookmark-plus list-end list-start"),
  ...["book-header", "description", "use-book"].map((name) => `client/features/books/${name}`),
  ...["notify-me", "status", "status-menu", "use-my-entry"].map((name) => `client/features/library/${name}`),
  "client/features/player/components/listen-button",
  "client/features/player/use-book-player",
  "client/features/reader/use-optimized-reader-hint",
  "client/pages/book/book-page-skeleton",
  "client/ui/forms/star-picker",
  "shared/media-overlays/contract",
  "shared/reader/optimized-reader",
  "shared/reader/overlay",
];

const activityTracking = [
  ...["session-outbox", "monotonic-clock", "recorder"].map(
    (name) => `client/features/reading-activity/tracking/${name}`,
  ),
  ...["time-zone", "hijri", "calendar-year", "stats", "session", "contract"].map(
    (name) => `shared/reading-activity/${name}`,
  ),
];

/** Positions, and the contracts of a book's text and audio. */
const positions = [
  ...["position-tracker", "outbox", "guest-positions", "use-position"].map(
    (name) => `client/features/positions/${name}`,
  ),
  "client/features/reader/chapters",
  "client/lib/api/outbox",
  "client/lib/device-storage",
  "client/features/reader/chapter-url",
  "shared/alignment/map",
  "shared/api/user-agent",
  "shared/books/script",
  "shared/player/contract",
  ...["audio-fraction", "contract", "position", "sentence-times"].map((name) => `shared/positions/${name}`),
  "shared/reader/contract",
];

/** Stores that signing out counts and deletes. */
const unsent = ["dictionary/unsent-words", "marks/store/unsent-marks", "queue/unsent-queue"].map(
  (name) => `client/features/${name}`,
);

const mark = ["shared/marks/mark", "shared/marks/clip"];

const reader = [
  "progress",
  "input/keys",
  "input/pull-to-turn",
  "input/playback-shortcuts",
  "input/wheel",
  "settings/font-faces",
  "settings/layout",
  "settings/settings",
  "engine/styles/color-contrast",
  "engine/styles/responsive-css-value",
  "engine/styles/responsive-styles",
  "components/reader-toast",
  "components/message-card",
  "hooks/use-delayed-send",
  "hooks/use-report-position",
  ...[
    "sentence-at-point",
    "sentence-ranges",
    "first-visible-char",
    "overlay-mark-id",
    "note-reference",
    "notes",
    "relocate-reason",
    "resolve-target",
  ].map((name) => `engine/position/${name}`),
  "engine/document/entries",
  "engine/layout/swipes",
  "engine/layout/page-input",
].map((name) => `client/features/reader/${name}`);

/** Packages that several components of Radix UI need. */
const radix =
  /^node_modules\/@radix-ui\/react-(compose-refs|context|id|presence|primitive|slot|use-[\w-]+)\//;

const dialog =
  /^(node_modules\/(@radix-ui\/react-(dialog|dismissable-layer|focus-guards|focus-scope|portal)|aria-hidden|get-nonce|react-remove-scroll(-bar)?|react-style-singleton|tslib|use-callback-ref|use-sidecar)\/|client\/ui\/overlays\/(dialog|return-focus|close-combobox-on-escape)\.)/;

/** Modules named one by one, without their extensions. */
export const namedModules: readonly string[] = [
  ...rarelyUsed,
  ...frameIcons,
  ...common,
  ...staff,
  ...book,
  ...activityTracking,
  ...positions,
  ...unsent,
  ...mark,
  ...reader,
];

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const root = path.resolve(import.meta.dirname, "..");

/**
 * The groups without which a budget in `server/scripts/budget.mjs` is exceeded. Every page starts with `vendor`,
 * `frame` and the entry. Other modules are in the chunk of their page or in a shared chunk.
 */
export function getChunkGroups() {
  let entryModules: ReadonlySet<string> | undefined;
  return [
    {
      name: "vendor",
      test: (id: string) =>
        packages.some((packageName) => getName(id).startsWith(`node_modules/${packageName}/`)) &&
        !isIn(rarelyUsed, id),
    },
    { name: "activity-tracking", test: (id: string) => isIn(activityTracking, id) },
    { name: "positions", test: (id: string) => isIn(positions, id) },
    { name: "radix", test: (id: string) => radix.test(getName(id)) },
    { name: "dialog", test: (id: string) => dialog.test(getName(id)) },
    { name: "reader", test: (id: string) => isIn(reader, id) },
    { name: "common", test: (id: string) => isIn(common, id) },
    {
      debugName: "frame",
      name: (id: string, graph: Graph) => {
        entryModules ??= findEntryModules(graph);
        return entryModules.has(id) || isIn(frameIcons, id) || isSharedByIcons(id) ? "frame" : null;
      },
    },
    { name: "unsent", test: (id: string) => isIn(unsent, id) },
    { name: "mark", test: (id: string) => isIn(mark, id) },
    { name: "player", test: isPlayer },
    { name: "book", test: (id: string) => isIn(book, id) },
    { name: "staff", test: (id: string) => isIn(staff, id) },
  ];
}

/** Modules that the entry and `/browse` import statically. */
function findEntryModules(graph: Graph): ReadonlySet<string> {
  const all = [...getReachable(["client/boot.tsx", "client/pages/browse/browse-page.tsx"], graph)];
  return new Set(all.filter((id) => /^(client\/(app|features|lib|ui)|shared)\//.test(getName(id))));
}

function getReachable(names: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = names.map((name) => path.join(root, name));
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    pending.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

function getIconFiles(...names: readonly string[]): readonly string[] {
  return names
    .flatMap((group) => group.split(" "))
    .map((name) => `node_modules/lucide-react/dist/esm/icons/${name}`);
}

const isSharedByIcons = (id: string) => /^node_modules\/lucide-react\/(?!.*\/icons\/)/.test(getName(id));

/** The player without its components. */
const isPlayer = (id: string) =>
  /^client\/(features\/player\/(engine|repeat|settings|sleep-timer)\/(?!audio-effects|silence-detector)[\w-]+\.ts$|features\/player\/clip\/clip-playback\.ts$|features\/player\/([\w-]+\.ts|components\/player-provider\.tsx)$|lib\/audio\/)/.test(
    getName(id),
  );

const isIn = (names: readonly string[], id: string) =>
  names.includes(getName(id).replace(/\.(tsx?|m?js)$/, ""));

/** Relative to the project root, with `/` on every system. */
const getName = (id: string) => path.relative(root, id).replaceAll("\\", "/");
