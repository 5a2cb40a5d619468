import { readdir } from "node:fs/promises";
import { getInlineSource } from "./inline-source.ts";

const builtName = /^amiri-arabic-400-normal-[\w-]+\.woff2$/;

/**
 * The URL of the Arabic font in the built client.
 *
 * @param assets the folder of the built assets
 */
export async function findTypeface(assets: string): Promise<string | null> {
  const names = await readdir(assets).catch(() => []);
  const name = names.find((each) => builtName.test(each));
  return name ? `/assets/${name}` : null;
}

/** The stylesheet for the Arabic font, with its hash for the page's CSP. */
export function createTypefaceStyle(url: string): { readonly style: string; readonly source: string } {
  const style = `@font-face{font-family:Amiri;src:url(${url}) format("woff2")}main :lang(ar),main :lang(fa),main :lang(ur){font-family:Amiri,serif}`;
  return { style, source: getInlineSource(style) };
}

export const isWrittenInScript = (language: string) => /^(ar|fa|ur)(-|$)/i.test(language);

export const containsArabic = (html: string) => /<[a-z][^<>]* lang="(?:ar|fa|ur)["-]/i.test(html);
