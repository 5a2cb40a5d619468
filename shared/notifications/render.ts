import { type Language, localizeText } from "#shared/api/language.ts";
import type { Messages } from "#shared/locales/messages.ts";
import type { NotificationType, StoredNotification } from "./registry.ts";

type Key = keyof Messages["notificationTexts"] & string;
type Translate = (key: Key, values: Readonly<Record<string, unknown>>) => string;

export interface GroupedNotification extends StoredNotification {
  /** The people who caused it, the latest first; at most three. */
  readonly actors: readonly string[];
  readonly actorCount: number;
}

export interface RenderedNotification {
  readonly title: string;
  readonly message: string;
}

/**
 * The texts of a notification. Besides its parameters they can contain `names` (“Amina and 3 others”), `count`,
 * `first`, `second` and `third` of its actors, and `challenge`, the title of a challenge in the language.
 */
export function renderNotification(
  { type, params, actors, actorCount }: GroupedNotification,
  language: Language,
  t: Translate,
): RenderedNotification {
  const [first = "", second = "", third = ""] = actors;
  const group = { first, second, third, count: second ? actorCount : 1, others: actorCount - 1 };
  const values = {
    ...params,
    ...group,
    names: t("notificationTexts.names", group),
    challenge: localizeText(language, String(params["title"]), String(params["titleArabic"] ?? "")),
  };
  return { title: t(getKey(type, "title"), values), message: t(getKey(type, "message"), values) };
}

const getKey = <T extends NotificationType>(type: T, part: "title" | "message"): Key =>
  `notificationTexts.${type}.${part}`;
