import amiri from "@fontsource/amiri/files/amiri-arabic-400-normal.woff2?url";
import amiriBold from "@fontsource/amiri/files/amiri-arabic-700-normal.woff2?url";
import literataExt from "@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2?url";
import literataItalic from "@fontsource-variable/literata/files/literata-latin-wght-italic.woff2?url";
import literata from "@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url";
import type { AllReaderSettings } from "./settings.ts";

export const latin =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
export const latinExt =
  "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";
export const arabic =
  "U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC";

export interface FontFile {
  readonly url: string;
  readonly range: string;
  readonly style?: "italic";
  readonly weight?: string;
}

export type FontFiles = Readonly<Record<string, readonly FontFile[]>>;

/** The fonts of the defaults; `extra-fonts.ts` has the others. */
const fontFiles: FontFiles = {
  literata: [
    { url: literata, range: latin },
    { url: literataExt, range: latinExt },
    { url: literataItalic, range: latin, style: "italic" },
  ],
  amiri: [
    { url: amiri, range: arabic, weight: "400" },
    { url: amiriBold, range: arabic, weight: "700" },
  ],
};

/** The name of a font inside of the book's frames, where the app's stylesheets do not apply. */
export function getFontFamily(
  font: AllReaderSettings["latinFont"] | AllReaderSettings["arabicFont"],
): string | null {
  if (font === "publisher") return null;
  // The device may not have the reader's own font.
  return font === "own" ? '"mk own", "mk literata", "mk amiri"' : `"mk ${font}"`;
}

/**
 * `@font-face` rules for one font. URLs are absolute, because `blob:` documents have no base URL.
 *
 * @param origin such as `https://library.example`
 */
export function getFontFaces(font: string, origin: string, files: FontFiles = fontFiles): string {
  return (files[font] ?? [])
    .map(
      ({ url, range, style = "normal", weight = "200 900" }) =>
        `@font-face{font-family:"mk ${font}";font-style:${style};font-weight:${weight};font-display:swap;src:url("${new URL(url, origin)}") format("woff2");unicode-range:${range}}`,
    )
    .join("\n");
}
