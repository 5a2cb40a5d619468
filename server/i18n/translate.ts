import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { getDirection, getIntlTag, type Language, languages } from "#shared/api/language.ts";
import type { Messages, ServerMessages } from "#shared/locales/messages.ts";
import { type CompiledMessage, formatMessage, type MessageFormats } from "#shared/text/format-message.ts";
import { projectRoot } from "#server/project-root.ts";

type AllMessages = Messages & ServerMessages;

export type MessageKey = { [Area in keyof AllMessages]: keyof AllMessages[Area] & string }[keyof AllMessages];

type Values = Readonly<Record<string, unknown>>;

/** Fills in a message of `shared/locales`, in English where a language lacks it. */
export function translate(language: Language, key: MessageKey, values: Values = {}): string {
  return formatMessage(getCompiled(language, key), values, getFormats(language));
}

/** `translate` in one language. */
export const createTranslator =
  (language: Language) =>
  (key: MessageKey, values?: Values): string =>
    translate(language, key, values);

/** The key if there is such a message, for keys that are built from data. */
export const findKey = (key: string): MessageKey | null =>
  findText(languages[0], key) === undefined ? null : (key as MessageKey);

const compiledByKey = new Map<string, CompiledMessage>();

function getCompiled(language: Language, key: string): CompiledMessage {
  const cacheKey = `${language} ${key}`;
  const compiled =
    compiledByKey.get(cacheKey) ?? (compileMessage(findText(language, key) ?? key) as CompiledMessage);
  compiledByKey.set(cacheKey, compiled);
  return compiled;
}

function findText(language: Language, key: string): string | undefined {
  const [area = ""] = key.split(".");
  return readArea(language, area)[key] ?? readArea(languages[0], area)[key];
}

const areas = new Map<string, Readonly<Record<string, string>>>();

function readArea(language: Language, area: string): Readonly<Record<string, string>> {
  const name = `${language}/${area}`;
  const texts = areas.get(name) ?? readTexts(path.join(projectRoot, "shared", "locales", language), area);
  areas.set(name, texts);
  return texts;
}

function readTexts(folder: string, area: string): Readonly<Record<string, string>> {
  const file = [path.join(folder, "server", `${area}.json`), path.join(folder, `${area}.json`)].find(
    existsSync,
  );
  return file ? JSON.parse(readFileSync(file, "utf8")) : {};
}

const formats = new Map<Language, MessageFormats>();

function getFormats(language: Language): MessageFormats {
  const created = formats.get(language) ?? createFormats(language);
  formats.set(language, created);
  return created;
}

function createFormats(language: Language): MessageFormats {
  const tag = getIntlTag(language);
  const [numbers, plurals] = [new Intl.NumberFormat(tag), new Intl.PluralRules(tag)];
  return {
    direction: getDirection(language),
    formatNumber: (value) => numbers.format(value),
    selectPlural: (value) => plurals.select(value),
  };
}
