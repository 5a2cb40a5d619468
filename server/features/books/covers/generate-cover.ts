import { createHash } from "node:crypto";
import sharp, { type OutputInfo, type OverlayOptions } from "sharp";
import { generatedCoverPrefix } from "#shared/books/urls.ts";
import { compose, coverWidth, type TextBox } from "./cover-compositions.ts";
import { accented, accentedFamily, type FontName, fonts as fontSpecs, unpackFonts } from "./fonts.ts";

export interface CoverText {
  readonly title: string;
  readonly author: string;
  /** The first genre, which narrows the choice of compositions. */
  readonly genre?: string | null;
}

/** Raised when drawings change, so that browsers load them again. */
const drawingVersion = 3;

/** @param variant 0 to 255, chooses colors and composition; by the texts when omitted */
export function getGeneratedCoverHash({ title, author }: CoverText, variant?: number): string {
  const digest = getDigest(title, author);
  const variantDigits = variant?.toString(16).padStart(2, "0") ?? digest.slice(0, 2);
  return generatedCoverPrefix + variantDigits + digest.slice(2, 24);
}

/** Two hexadecimal digits after the prefix. */
export const readCoverVariant = (hash: string): number =>
  Number.parseInt(hash.slice(generatedCoverPrefix.length, generatedCoverPrefix.length + 2), 16);

const getDigest = (title: string, author: string) =>
  createHash("sha256")
    .update(JSON.stringify([drawingVersion, title, author]))
    .digest("hex");

/**
 * Generates a cover, 640 × 960: one of eight compositions with title and author.
 *
 * @param fontFolder caches the unpacked fonts
 * @param hash of the cover, with its variant
 * @returns a PNG
 */
export async function generateCover(
  coverText: CoverText,
  fontFolder: string,
  hash: string = getGeneratedCoverHash(coverText),
): Promise<Buffer> {
  const { genre = null } = coverText;
  const [title, author] = [trimInvisible(coverText.title), trimInvisible(coverText.author)];
  const fonts = await unpackFonts(fontFolder);
  const digest = getDigest(coverText.title, coverText.author);
  const seed = Number.parseInt(digest.slice(0, 8), 16);
  const hasAuthor = author !== "";
  const { svg, titleBox, authorBox, initial } = compose({
    genre,
    seed,
    variant: readCoverVariant(hash),
    hasAuthor,
  });
  const text = title || "?";
  const letter = getFirstLetter(text);
  const layers = [
    ...(initial && letter ? [await renderText(letter, initial, fonts)] : []),
    await renderText(text, titleBox, fonts),
    ...(hasAuthor ? [await renderText(author, authorBox, fonts)] : []),
  ];
  return sharp(Buffer.from(svg)).composite(layers).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}

/** Without leading characters that draw nothing; Pango fails on a text of nothing else. */
const trimInvisible = (text: string) =>
  text.replace(/\s+/g, " ").replace(/^[\p{DI}\p{C}\p{Z}\p{M}\u2800]+/u, "");

/** Without an article, so that not every book shows a T or an alif; null if there is no letter or digit. */
function getFirstLetter(title: string): string | null {
  const name = title
    .replace(/^(the|a|an)\s+/i, "")
    .replace(/^ال/, "")
    .replace(/\p{DI}/gu, "");
  return /[\p{L}\p{N}]/u.exec(name)?.[0] ?? null;
}

type Fonts = Awaited<ReturnType<typeof unpackFonts>>;

/** Renders a text as large as it fits. Pango shapes and wraps it, which Arabic needs. */
async function renderText(text: string, box: TextBox, fonts: Fonts): Promise<OverlayOptions> {
  const fontName: FontName = /\p{Script=Arabic}/u.test(text) ? "arabic" : "latin";
  await loadFonts(fonts);
  const escapedText = escapeXml(shorten(text.normalize("NFC"), box.maxLetters));
  const markup =
    fontName === "arabic"
      ? escapedText
      : escapedText.replace(accented, `<span font_family="${accentedFamily}">$&</span>`);
  for (const size of box.sizes) {
    const rendered = await typeset(markup, size, fontName, box, fonts);
    const fits = rendered.info.width <= box.width && rendered.info.height <= box.height;
    if (fits || size === box.sizes.at(-1)) return placeText(rendered, box, fontName === "arabic");
  }
  throw new Error("A text box without font sizes.");
}

function typeset(markup: string, size: number, fontName: FontName, box: TextBox, fonts: Fonts) {
  const isLast = size === box.sizes.at(-1);
  const style = `font_family="${fontSpecs[fontName].family}" font_weight="${fontName === "arabic" ? "bold" : "normal"}"`;
  return sharp({
    text: {
      text: `<span ${style} size="${size * 1024}" foreground="${box.color}">${markup}</span>`,
      fontfile: fonts[fontName][0] ?? "",
      width: box.width,
      align: box.align === "start" ? "left" : "centre",
      dpi: 72,
      rgba: true,
      spacing: fontName === "arabic" ? 0 : -Math.round(size * 0.06),
      wrap: isLast ? "word-char" : "word",
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}

async function placeText(
  { data, info }: { data: Buffer; info: OutputInfo },
  box: TextBox,
  isArabic: boolean,
): Promise<OverlayOptions> {
  const resized = await sharp(data)
    .resize(Math.min(info.width, box.width), Math.min(info.height, box.height), { fit: "inside" })
    .toBuffer({ resolveWithObject: true });
  const freeWidth = coverWidth - resized.info.width;
  const isRight = box.align === "start" && isArabic;
  const left = box.align === "centre" ? freeWidth / 2 : isRight ? freeWidth - box.margin : box.margin;
  return {
    input: resized.data,
    left: Math.round(left),
    top: Math.round(box.middle - resized.info.height / 2),
  };
}

const fontsLoaded = new Map<string, Promise<unknown>>();

/** Registers the fonts with Pango before anything is drawn with them. */
async function loadFonts(fonts: Fonts): Promise<void> {
  for (const fontfile of [...fonts.latin, ...fonts.arabic]) {
    const loading = fontsLoaded.get(fontfile) ?? sharp({ text: { text: "x", fontfile, dpi: 72 } }).toBuffer();
    fontsLoaded.set(fontfile, loading);
    await loading.catch((error: unknown) => {
      fontsLoaded.delete(fontfile);
      throw error;
    });
  }
}

function shorten(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const cut = characters.slice(0, max).join("");
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), Math.floor(cut.length / 2)))}…`;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Also removes characters that markup does not allow. */
const escapeXml = (text: string) =>
  text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ").replace(/[&<>]/g, (found) => escapes[found] ?? "");
