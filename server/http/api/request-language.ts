import type { IncomingMessage } from "node:http";
import {
  findPreferredLanguage,
  getLanguage,
  type Language,
  languageCookie,
  languages,
} from "#shared/api/language.ts";

const languageCookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`);

let defaultLanguage: Language = languages[0];

/** Sets the language of requests that ask for none of the interface languages. */
export function setDefaultLanguage(language: Language): void {
  defaultLanguage = language;
}

export function getRequestLanguage({ headers }: Pick<IncomingMessage, "headers">): Language {
  const stored = getLanguage(languageCookiePattern.exec(headers.cookie ?? "")?.[1]);
  const accepted = listAcceptedTags(headers["accept-language"] ?? "");
  return stored ?? findPreferredLanguage(accepted) ?? defaultLanguage;
}

/** The tags of `Accept-Language` by weight, without those of weight 0. */
function listAcceptedTags(header: string): string[] {
  return header
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", weight] = part.split(";").map((piece) => piece.trim());
      return { tag, weight: weight?.startsWith("q=") ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
