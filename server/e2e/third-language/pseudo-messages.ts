import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A language that nobody speaks; its dates, numbers and plurals are Russian, which is not written in Latin. */
export const pseudoLanguage = "xx";
const definition = { name: "⟦Pšéüðö⟧", direction: "ltr", tag: "ru", comma: ", " };

/** Adds the folder of the language, with every English message in brackets, and its entry. */
export function addPseudoLanguage(locales: string): void {
  const english = path.join(locales, "en");
  for (const file of readdirSync(english, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".json")) continue;
    const texts = Object.entries(JSON.parse(readFileSync(path.join(english, file), "utf8")));
    const pseudo = texts.map(([key, text]) => [key, toPseudoMessage(String(text))]);
    writeFileSync(path.join(locales, pseudoLanguage, file), JSON.stringify(Object.fromEntries(pseudo)));
  }
  const languagesFile = path.join(locales, "languages.json");
  const languages = JSON.parse(readFileSync(languagesFile, "utf8"));
  writeFileSync(languagesFile, JSON.stringify({ ...languages, [pseudoLanguage]: definition }));
}

const accents: Readonly<Record<string, string>> = { a: "á", e: "ë", i: "ï", o: "ô", u: "û", y: "ÿ" };

/** `⟦Ópën {title} ···⟧`: a third longer, with accents outside of parameters and choices. */
export function toPseudoMessage(text: string): string {
  let depth = 0;
  const accented = Array.from(text, (letter) => {
    if (letter === "{") depth++;
    if (letter === "}") depth--;
    return depth === 0 ? (accents[letter] ?? letter) : letter;
  });
  return `⟦${accented.join("")}${"·".repeat(Math.ceil(text.length / 3))}⟧`;
}
