import { verseClass, versesKnownClass } from "#client/features/reader/verses/verse-class.ts";
import { extraFonts } from "./extra-fonts.ts";
import { getFontFaces, getFontFamily } from "./font-faces.ts";
import { type Extras, getFontRules } from "./layout.ts";
import { getOwnFontFace, loadOwnFont, onOwnFontChange } from "./own-font.ts";
import type { AllReaderSettings, Script } from "./settings.ts";

type Colors = Readonly<Record<string, string>>;

const black: Colors = { paper: "0 0 0", surface: "14 16 15", line: "48 54 51" };
const strongDark: Colors = { ...black, ink: "255 255 255", "ink-muted": "214 214 214", edge: "190 190 190" };
const strongLight: Colors = {
  paper: "255 255 255",
  surface: "255 255 255",
  ink: "0 0 0",
  "ink-muted": "51 51 51",
  line: "118 118 118",
  edge: "85 85 85",
};

function getOwnColors(isDark: boolean, { theme, highContrast }: AllReaderSettings): Colors {
  if (highContrast) return isDark ? strongDark : strongLight;
  return theme === "black" ? black : {};
}

export async function loadExtras(): Promise<Extras> {
  await loadOwnFont();
  return { getOwnColors, getStyles, onChange: onOwnFontChange };
}

function getStyles(settings: AllReaderSettings, script: Script, origin: string): string {
  const { latinFont, arabicFont, hidesTashkeel } = settings;
  const isOwn = latinFont === "own" || arabicFont === "own";
  return [
    getFontFaces(latinFont, origin, extraFonts),
    getFontFaces(arabicFont, origin, extraFonts),
    isOwn && [getOwnFontFace(), getFontFaces("literata", origin), getFontFaces("amiri", origin)].join("\n"),
    hidesTashkeel && getTashkeelRules(settings, script, origin),
    getSpacingRules(settings, script),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Verses keep their tashkeel, and so does a document until its verses are known. */
function getTashkeelRules(
  { latinFont, arabicFont }: AllReaderSettings,
  script: Script,
  origin: string,
): string {
  const plain = arabicFont === "noto-naskh" ? "noto-naskh-plain" : "amiri-plain";
  const root = `.${versesKnownClass} `;
  const verse = `:is(.${verseClass}, .${verseClass} *)`;
  const latin = latinFont === "own" ? getFontFamily("literata") : getFontFamily(latinFont);
  return [
    getFontFaces(plain, origin, extraFonts),
    getFontFaces("amiri", origin),
    getFontRules(latin, `"mk ${plain}"`, script, root, `:not(${verse})`),
    arabicFont === "publisher" && `${root}${verse} { font-family: "mk amiri", serif !important; }`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Space between Arabic letters would tear them apart. */
function getSpacingRules(
  { wordSpacing, letterSpacing, paragraphSpacing }: AllReaderSettings,
  script: Script,
): string {
  const text = ":is(p, li, blockquote, dd, dt, td, th, h1, h2, h3, h4, h5, h6)";
  return [
    wordSpacing > 0 && `${text} { word-spacing: ${wordSpacing}em !important; }`,
    letterSpacing > 0 && script === "latin" && `${text} { letter-spacing: ${letterSpacing}em !important; }`,
    paragraphSpacing > 0 && `p { margin-block: ${paragraphSpacing}em !important; }`,
  ]
    .filter(Boolean)
    .join("\n");
}
