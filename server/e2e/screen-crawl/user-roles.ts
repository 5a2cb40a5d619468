import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";

/** How a screen is displayed during a visit. */
export interface DisplaySettings {
  readonly width: 390 | 1280;
  readonly theme: "light" | "dark";
  readonly language: Language;
}

export const crawlRoles = ["guest", "reader", "author", "employee", "admin"] as const;
export type CrawlRole = (typeof crawlRoles)[number];

export const accountByRole: Readonly<Record<Exclude<CrawlRole, "guest">, Partial<User>>> = {
  reader: {},
  author: { isAuthor: true },
  employee: { isEmployee: true },
  admin: { isAdmin: true },
};

/** Every pair of width, theme and language occurs. */
const pairwiseSettings: readonly DisplaySettings[] = [
  { width: 390, theme: "light", language: "en" },
  { width: 390, theme: "dark", language: "ar" },
  { width: 1280, theme: "light", language: "ar" },
  { width: 1280, theme: "dark", language: "en" },
];

const allSettings: readonly DisplaySettings[] = [
  ...pairwiseSettings,
  ...pairwiseSettings.map(withOtherLanguage),
];

function withOtherLanguage(settings: DisplaySettings): DisplaySettings {
  return { ...settings, language: settings.language === "en" ? "ar" : "en" };
}

/** The screens that one role visits with the same settings. */
export interface CrawlRun<Screen> {
  readonly role: CrawlRole;
  readonly settings: DisplaySettings;
  readonly screens: readonly Screen[];
}

/**
 * Plans the visits: each screen once per role, with settings that differ between the roles; or, with
 * `isComplete`, each screen with all settings.
 */
export function planCrawl<Screen>(
  screens: readonly Screen[],
  visits: (role: CrawlRole, screen: Screen) => boolean,
  isComplete: boolean,
): readonly CrawlRun<Screen>[] {
  const variants = isComplete ? allSettings : pairwiseSettings;
  return crawlRoles.flatMap((role, roleIndex) =>
    variants.flatMap((settings, variant) => {
      const visited = screens.filter(
        (screen, index) =>
          visits(role, screen) && (isComplete || (index + roleIndex) % variants.length === variant),
      );
      return visited.length > 0 ? [{ role, settings, screens: visited }] : [];
    }),
  );
}
