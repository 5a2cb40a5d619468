import { url as amiriPlain } from "@fontsource/amiri/files/amiri-arabic-400-normal.woff2?without-tashkeel";
import { url as amiriPlainBold } from "@fontsource/amiri/files/amiri-arabic-700-normal.woff2?without-tashkeel";
import quran from "@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff2?url";
import dyslexicItalic from "@fontsource/opendyslexic/files/opendyslexic-latin-400-italic.woff2?url";
import dyslexic from "@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?url";
import dyslexicBold from "@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2?url";
import frauncesExt from "@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2?url";
import frauncesItalic from "@fontsource-variable/fraunces/files/fraunces-latin-wght-italic.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import interExt from "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url";
import interItalic from "@fontsource-variable/inter/files/inter-latin-wght-italic.woff2?url";
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import naskh from "@fontsource-variable/noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2?url";
import { url as naskhPlain } from "@fontsource-variable/noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal.woff2?without-tashkeel";
import { arabic, type FontFiles, latin, latinExt } from "./font-faces.ts";

/** The fonts that are not in the defaults. */
export const extraFonts: FontFiles = {
  inter: [
    { url: inter, range: latin },
    { url: interExt, range: latinExt },
    { url: interItalic, range: latin, style: "italic" },
  ],
  fraunces: [
    { url: fraunces, range: latin },
    { url: frauncesExt, range: latinExt },
    { url: frauncesItalic, range: latin, style: "italic" },
  ],
  opendyslexic: [
    { url: dyslexic, range: latin, weight: "400" },
    { url: dyslexicBold, range: latin, weight: "700" },
    { url: dyslexicItalic, range: latin, style: "italic", weight: "400" },
  ],
  "noto-naskh": [{ url: naskh, range: arabic, weight: "400 700" }],
  "amiri-plain": [
    { url: amiriPlain, range: arabic, weight: "400" },
    { url: amiriPlainBold, range: arabic, weight: "700" },
  ],
  "noto-naskh-plain": [{ url: naskhPlain, range: arabic, weight: "400 700" }],
  "amiri-quran": [{ url: quran, range: arabic, weight: "400" }],
};
