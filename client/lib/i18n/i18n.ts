import type { Language } from "#shared/api/language.ts";
import type reason from "#shared/locales/en/reason.json";
import { type CompiledMessage, formatMessage } from "#shared/text/format-message.ts";
import type admin from "#client/locales/en/admin.json";
import type aiNarration from "#client/locales/en/aiNarration.json";
import type alignment from "#client/locales/en/alignment.json";
import type athan from "#client/locales/en/athan.json";
import type audit from "#client/locales/en/audit.json";
import type auth from "#client/locales/en/auth.json";
import type authorApplication from "#client/locales/en/authorApplication.json";
import type authorStats from "#client/locales/en/authorStats.json";
import type book from "#client/locales/en/book.json";
import type bookEnd from "#client/locales/en/bookEnd.json";
import type bookLists from "#client/locales/en/bookLists.json";
import type browse from "#client/locales/en/browse.json";
import type catalogueAdmin from "#client/locales/en/catalogueAdmin.json";
import type challenge from "#client/locales/en/challenge.json";
import type common from "#client/locales/en/common.json";
import type community from "#client/locales/en/community.json";
import type corrections from "#client/locales/en/corrections.json";
import type decisions from "#client/locales/en/decisions.json";
import type follows from "#client/locales/en/follows.json";
import type goals from "#client/locales/en/goals.json";
import type help from "#client/locales/en/help.json";
import type home from "#client/locales/en/home.json";
import type landing from "#client/locales/en/landing.json";
import type legal from "#client/locales/en/legal.json";
import type library from "#client/locales/en/library.json";
import type membership from "#client/locales/en/membership.json";
import type membershipAdmin from "#client/locales/en/membershipAdmin.json";
import type messages from "#client/locales/en/messages.json";
import type moderation from "#client/locales/en/moderation.json";
import type notifications from "#client/locales/en/notifications.json";
import type people from "#client/locales/en/people.json";
import type player from "#client/locales/en/player.json";
import type prayer from "#client/locales/en/prayer.json";
import type prayerAlert from "#client/locales/en/prayerAlert.json";
import type prayerAlertSettings from "#client/locales/en/prayerAlertSettings.json";
import type profile from "#client/locales/en/profile.json";
import type profiles from "#client/locales/en/profiles.json";
import type publishing from "#client/locales/en/publishing.json";
import type push from "#client/locales/en/push.json";
import type readAlong from "#client/locales/en/readAlong.json";
import type reader from "#client/locales/en/reader.json";
import type readingActivity from "#client/locales/en/readingActivity.json";
import type reviews from "#client/locales/en/reviews.json";
import type richText from "#client/locales/en/richText.json";
import type settings from "#client/locales/en/settings.json";
import type shelfImport from "#client/locales/en/shelfImport.json";
import type shell from "#client/locales/en/shell.json";
import type siteAdmin from "#client/locales/en/siteAdmin.json";
import type staff from "#client/locales/en/staff.json";
import type storageAdmin from "#client/locales/en/storageAdmin.json";
import type support from "#client/locales/en/support.json";
import type textToSpeech from "#client/locales/en/textToSpeech.json";
import type ui from "#client/locales/en/ui.json";
import type upload from "#client/locales/en/upload.json";
import { formatNumber } from "./format-number.ts";
import { getLocale } from "./locale.ts";
import { getPageLanguage } from "./page-language.ts";

interface Messages {
  readonly common: typeof common;
  readonly admin: typeof admin;
  readonly athan: typeof athan;
  readonly audit: typeof audit;
  readonly auth: typeof auth;
  readonly authorApplication: typeof authorApplication;
  readonly book: typeof book;
  readonly bookEnd: typeof bookEnd;
  readonly browse: typeof browse;
  readonly prayerAlert: typeof prayerAlert;
  readonly prayerAlertSettings: typeof prayerAlertSettings;
  readonly publishing: typeof publishing;
  readonly push: typeof push;
  readonly community: typeof community;
  readonly messages: typeof messages;
  readonly moderation: typeof moderation;
  readonly people: typeof people;
  readonly reviews: typeof reviews;
  readonly richText: typeof richText;
  readonly corrections: typeof corrections;
  readonly decisions: typeof decisions;
  readonly authorStats: typeof authorStats;
  readonly catalogueAdmin: typeof catalogueAdmin;
  readonly challenge: typeof challenge;
  readonly home: typeof home;
  readonly landing: typeof landing;
  readonly library: typeof library;
  readonly follows: typeof follows;
  readonly goals: typeof goals;
  readonly help: typeof help;
  readonly shelfImport: typeof shelfImport;
  readonly readingActivity: typeof readingActivity;
  readonly legal: typeof legal;
  readonly bookLists: typeof bookLists;
  readonly aiNarration: typeof aiNarration;
  readonly membership: typeof membership;
  readonly membershipAdmin: typeof membershipAdmin;
  readonly staff: typeof staff;
  readonly notifications: typeof notifications;
  readonly siteAdmin: typeof siteAdmin;
  readonly storageAdmin: typeof storageAdmin;
  readonly support: typeof support;
  readonly player: typeof player;
  readonly prayer: typeof prayer;
  readonly profile: typeof profile;
  readonly profiles: typeof profiles;
  readonly reader: typeof reader;
  readonly reason: typeof reason;
  readonly settings: typeof settings;
  readonly shell: typeof shell;
  readonly textToSpeech: typeof textToSpeech;
  readonly readAlong: typeof readAlong;
  readonly alignment: typeof alignment;
  readonly ui: typeof ui;
  readonly upload: typeof upload;
}

/**
 * One file of messages in each language: `client/locales/<language>/<area>.json`; `reason` is in
 * `shared/locales`.
 */
export type MessageNamespace = keyof Messages;

export type MessageKey = { [A in MessageNamespace]: keyof Messages[A] & string }[MessageNamespace];

/**
 * The namespaces of the shell and of the pages in `app/routes/initial.ts`; `lazy-messages.ts` has the others.
 */
const initialMessages = import.meta.glob<Readonly<Record<string, CompiledMessage>>>(
  "../../locales/*/{common,ui,shell,auth,book,browse,challenge,home,landing,library,notifications,player,reader}.json",
  { import: "default" },
);
const loadedMessages: Record<Language, Record<string, CompiledMessage>> = { en: {}, ar: {} };
const pluralRules = new Map<Language, Intl.PluralRules>();
const loadingByPath = new Map<string, Promise<void>>();
const namespacesInUse = new Set<MessageNamespace>();
let currentLanguage: Language = getPageLanguage();

/** Fetches the messages of some areas, once each; a screen waits for its own before it shows. */
export async function loadMessages(...namespaces: readonly MessageNamespace[]): Promise<void> {
  for (const namespace of namespaces) namespacesInUse.add(namespace);
  await Promise.all(namespaces.map((namespace) => loadNamespace(currentLanguage, namespace)));
}

/** Switches the language after all messages in use have loaded. Components rerender by `useLanguage`. */
export async function setLanguage(language: Language): Promise<void> {
  let requestedCount = 0;
  while (requestedCount < namespacesInUse.size) {
    requestedCount = namespacesInUse.size;
    await Promise.all(Array.from(namespacesInUse, (namespace) => loadNamespace(language, namespace)));
  }
  currentLanguage = language;
}

/**
 * Translates a key: `t("player.chapterN", { n: 3 })`. Call it while rendering, because the language can
 * change.
 */
export function t(key: MessageKey, values: Readonly<Record<string, unknown>> = {}): string {
  return formatMessage(loadedMessages[currentLanguage][key] ?? key, values, { formatNumber, selectPlural });
}

function selectPlural(value: number): Intl.LDMLPluralRule {
  const rules = pluralRules.get(currentLanguage) ?? new Intl.PluralRules(getLocale(currentLanguage));
  pluralRules.set(currentLanguage, rules);
  return rules.select(value);
}

/** False while the messages of a key have not loaded, and for keys that do not exist. */
export const hasText = (key: string): boolean => key in loadedMessages[currentLanguage];

function loadNamespace(language: Language, namespace: MessageNamespace): Promise<void> {
  const folder = namespace === "reason" ? "../../../shared/locales" : "../../locales";
  const path = `${folder}/${language}/${namespace}.json`;
  const loading = loadingByPath.get(path) ?? fetchNamespace(path, language);
  loadingByPath.set(path, loading);
  loading.catch(() => loadingByPath.delete(path));
  return loading;
}

async function fetchNamespace(path: string, language: Language): Promise<void> {
  const load = initialMessages[path] ?? (await import("./lazy-messages.ts")).lazyMessages[path];
  if (!load) throw new Error(`No messages at ${path}`);
  Object.assign(loadedMessages[language], await load());
}
