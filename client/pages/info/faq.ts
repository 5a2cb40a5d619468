import { getNormalizedWords } from "#shared/books/normalize-search-text.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export const groups = {
  Start: ["Cost", "Supporter", "Guest", "Account", "App", "Publish"],
  Reading: ["Text", "Find", "Keys", "Arabic"],
  Listening: ["Aloud", "Step", "Machine", "Speed", "Skip"],
  Position: ["Position", "Back", "Library", "Stars", "Spoilers", "Prayer"],
  Account: ["Forgot", "Confirm", "Devices", "Secure", "Notify", "Block", "Export", "Delete"],
  Problems: ["Offline", "Mistake"],
} as const;

export type Group = keyof typeof groups;
type Question = (typeof groups)[Group][number];

const links: Readonly<Partial<Record<Question, string>>> = {
  Guest: "/browse",
  Account: "/auth?mode=sign-up",
  App: "/download-app",
  Supporter: "/subscribe",
  Publish: "/author-auth",
  Step: "/whisper-sync-demo",
  Prayer: "/prayer-times",
  Speed: "/settings?part=listening",
  Skip: "/settings?part=listening",
  Library: "/library",
  Forgot: "/auth/forgot",
  Confirm: "/user-settings",
  Devices: "/settings?part=security",
  Secure: "/settings?part=security",
  Notify: "/notifications-settings",
  Spoilers: "/community",
  Block: "/settings?part=privacy",
  Export: "/settings?part=data",
  Delete: "/settings?part=data",
  Mistake: "/contact-us?topic=book",
};

export interface FaqMatch {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** A path on this site; null when the answer needs no link. */
  readonly to: string | null;
}

export function getFaqAnswers(group: Group, search: string): readonly FaqMatch[] {
  const searchWords = getNormalizedWords(search);
  return groups[group].map(toFaqMatch).filter(({ question, answer }) => {
    const words = getNormalizedWords(`${question} ${answer}`);
    return searchWords.every((beginning) => words.some((word) => word.startsWith(beginning)));
  });
}

function toFaqMatch(name: Question): FaqMatch {
  return {
    id: name.toLowerCase(),
    question: t(`help.q${name}`),
    answer: t(`help.a${name}`),
    to: links[name] ?? null,
  };
}
