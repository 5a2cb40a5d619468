import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";

export interface CrawlSettings {
  readonly width: 390 | 1280;
  readonly theme: "light" | "dark";
  readonly language: Language;
}

/** Admins see what employees see; they walk only their own screens. */
export const crawlRoles = ["guest", "reader", "author", "employee", "admin"] as const;
export type CrawlRole = (typeof crawlRoles)[number];

export const getAccount: Readonly<Record<Exclude<CrawlRole, "guest">, Partial<User>>> = {
  reader: {},
  author: { isAuthor: true },
  employee: { isEmployee: true },
  admin: { isAdmin: true },
};

/** Four ways in which each two of width, theme and language meet in every pairing. */
const pairwise: readonly CrawlSettings[] = [
  { width: 390, theme: "light", language: "en" },
  { width: 390, theme: "dark", language: "ar" },
  { width: 1280, theme: "light", language: "ar" },
  { width: 1280, theme: "dark", language: "en" },
];

const whole: readonly CrawlSettings[] = [...pairwise, ...pairwise.map(inOtherLanguage)];

function inOtherLanguage(way: CrawlSettings): CrawlSettings {
  return { ...way, language: way.language === "en" ? "ar" : "en" };
}

/** One visit of the walk: who, how, and the screens on the way. */
export interface Round<Screen> {
  readonly walker: CrawlRole;
  readonly way: CrawlSettings;
  readonly screens: readonly Screen[];
}

/**
 * Plans the walk: each screen once for everyone who may see it, in ways that vary pairwise over the screen's crawlRoles;
 * or, with `isWhole`, every screen in every way.
 */
export function planRounds<Screen>(
  screens: readonly Screen[],
  maySee: (walker: CrawlRole, screen: Screen) => boolean,
  isWhole: boolean,
): readonly Round<Screen>[] {
  const ways = isWhole ? whole : pairwise;
  return crawlRoles.flatMap((walker, shift) =>
    ways.flatMap((way, turn) => {
      const taken = screens.filter(
        (screen, index) => maySee(walker, screen) && (isWhole || (index + shift) % ways.length === turn),
      );
      return taken.length > 0 ? [{ walker, way, screens: taken }] : [];
    }),
  );
}
