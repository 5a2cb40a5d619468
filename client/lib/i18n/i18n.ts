import { getDirection, type Language, languages } from "#shared/api/language.ts";
import type { Messages } from "#shared/locales/messages.ts";
import { type CompiledMessage, formatMessage } from "#shared/text/format-message.ts";
import { formatNumber } from "./format-number.ts";
import { getLocale } from "./locale.ts";
import { getPageLanguage } from "./page-language.ts";

/** One file of messages in each language: `shared/locales/<language>/<area>.json`. */
export type MessageNamespace = keyof Messages;

type Values = Readonly<Record<string, unknown>>;

export type MessageKey = { [A in MessageNamespace]: keyof Messages[A] & string }[MessageNamespace];

/**
 * The namespaces of the shell and of the pages in `app/routes/initial.ts`; `lazy-messages.ts` has the others.
 */
const initialMessages = import.meta.glob<Readonly<Record<string, CompiledMessage>>>(
  "../../../shared/locales/*/{common,ui,shell,auth,book,browse,challenge,home,landing,library,notifications,player,reader}.json",
  { import: "default" },
);
const loadedMessages = Object.fromEntries(languages.map((language) => [language, {}])) as Record<
  Language,
  Record<string, CompiledMessage>
>;
const pluralRules = new Map<Language, Intl.PluralRules>();
const loadingByPath = new Map<string, Promise<void>>();
const namespacesInUse = new Set<MessageNamespace>();
let currentLanguage: Language = getPageLanguage();

/** Fetches the messages of some areas, once each; a screen waits for its own before it shows. */
export async function loadMessages(...namespaces: readonly MessageNamespace[]): Promise<void> {
  for (const namespace of namespaces) namespacesInUse.add(namespace);
  await Promise.all(namespaces.map((namespace) => loadNamespace(currentLanguage, namespace)));
}

/** Fetches messages for `translateIn`. */
export async function loadInAllLanguages(...namespaces: readonly MessageNamespace[]): Promise<void> {
  await Promise.all(
    languages.flatMap((language) => namespaces.map((namespace) => loadNamespace(language, namespace))),
  );
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
export const t = (key: MessageKey, values?: Values): string => translateIn(currentLanguage, key, values);

/** Like `t`, in any language whose messages `loadInAllLanguages` has fetched. */
export function translateIn(language: Language, key: MessageKey, values: Values = {}): string {
  return formatMessage(loadedMessages[language][key] ?? key, values, {
    direction: getDirection(language),
    formatNumber,
    selectPlural: (value) => getPluralRules(language).select(value),
  });
}

function getPluralRules(language: Language): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(getLocale(language));
  pluralRules.set(language, rules);
  return rules;
}

/** False while the messages of a key have not loaded, and for keys that do not exist. */
export const hasText = (key: string): boolean => key in loadedMessages[currentLanguage];

function loadNamespace(language: Language, namespace: MessageNamespace): Promise<void> {
  const path = `../../../shared/locales/${language}/${namespace}.json`;
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
