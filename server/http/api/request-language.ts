import type { IncomingMessage } from "node:http";
import { getLanguage, getPreferredLanguage, type Language, languageCookie } from "#shared/api/language.ts";

const languageCookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`);

export function getRequestLanguage({ headers }: Pick<IncomingMessage, "headers">): Language {
  const stored = getLanguage(languageCookiePattern.exec(headers.cookie ?? "")?.[1]);
  return stored ?? getPreferredLanguage(listAcceptedTags(headers["accept-language"] ?? ""));
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
