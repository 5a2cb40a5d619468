import { createHash } from "node:crypto";
import sharp, { type OutputInfo, type OverlayOptions } from "sharp";
import { generatedCoverQuery } from "#shared/books/urls.ts";
import { accented, accentedFamily, type FontName, fonts as fontSpecs, unpackFonts } from "./fonts.ts";

export interface CoverText {
  readonly title: string;
  readonly author: string;
}

const drawing = 1;

export function generatedCoverHash({ title, author }: CoverText): string {
  return generatedCoverQuery + getDigest(title, author).slice(0, 24);
}

const getDigest = (title: string, author: string) =>
  createHash("sha256")
    .update(JSON.stringify([drawing, title, author]))
    .digest("hex");

const [width, height] = [640, 960];
const reasons = ["#0F4A3A", "#5C3A16", "#26355D", "#6A2430", "#1C5058", "#46305A"] as const;
const brass = "#E3C98F";
const cream = "#FBF4E2";

/**
 * Generates a cover, 640 × 960: lattice, one of six colours, title and author.
 *
 * @param fontFolder caches the unpacked fonts
 * @returns a PNG
 */
export async function generateCover({ title, author }: CoverText, fontFolder: string): Promise<Buffer> {
  const fonts = await unpackFonts(fontFolder);
  const letter = (text: string, place: Place) => lettering(text, place, fonts);
  const heading = await letter(isVisible.test(title) ? title : "?", headingPlace);
  const by = isVisible.test(author) ? await letter(author, byPlace) : null;
  const background =
    reasons[Number.parseInt(getDigest(title, author).slice(0, 6), 16) % reasons.length] ?? reasons[0];
  return sharp(Buffer.from(board(background, by !== null)))
    .composite([heading, ...(by ? [by] : [])])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u;

function board(background: string, hasRule: boolean): string {
  const corners = [khatam(0, 0, 46), khatam(128, 0, 46), khatam(0, 128, 46), khatam(128, 128, 46)].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><pattern id="lattice" width="128" height="128" patternUnits="userSpaceOnUse" patternTransform="translate(0 32)">
<g fill="none" stroke="${brass}" stroke-width="2" stroke-linejoin="round">${khatam(64, 64, 46)}${corners}</g></pattern></defs>
<rect width="${width}" height="${height}" fill="${background}"/>
<rect width="${width}" height="${height}" fill="url(#lattice)" opacity="0.2"/>
<rect x="56" y="150" width="528" height="660" rx="14" fill="${background}" fill-opacity="0.94"/>
<g fill="none" stroke="${brass}">
<rect x="56" y="150" width="528" height="660" rx="14" stroke-opacity="0.7" stroke-width="2.5"/>
<rect x="66" y="160" width="508" height="640" rx="8" stroke-opacity="0.35" stroke-width="1.5"/>
<g stroke-width="3" stroke-linejoin="round">${khatam(width / 2, 150, 34, background)}</g>
${hasRule ? '<path d="M260 684h120" stroke-width="2"/>' : ""}</g></svg>`;
}

/** The eight-pointed star: two squares, one rotated by 45°, around a circle. */
function khatam(x: number, y: number, radius: number, fill = "none"): string {
  const points = Array.from({ length: 16 }, (_, i) => {
    const r = i % 2 ? radius * 0.765 : radius;
    const turn = (i * Math.PI) / 8;
    return `${(x + r * Math.cos(turn)).toFixed(1)} ${(y + r * Math.sin(turn)).toFixed(1)}`;
  });
  return `<path fill="${fill}" d="M${points.join("L")}Z"/><circle cx="${x}" cy="${y}" r="${radius * 0.4}"/>`;
}

interface Place {
  readonly middle: number;
  readonly width: number;
  readonly height: number;
  readonly sizes: readonly number[];
  readonly colour: string;
  readonly maxLetters: number;
}

const headingPlace: Place = {
  middle: 430,
  width: 456,
  height: 440,
  sizes: [84, 74, 66, 58, 50, 44, 38, 34],
  colour: cream,
  maxLetters: 150,
};

const byPlace: Place = {
  middle: 740,
  width: 440,
  height: 84,
  sizes: [32, 27, 23],
  colour: brass,
  maxLetters: 70,
};

type Fonts = Awaited<ReturnType<typeof unpackFonts>>;

/** Renders a text as large as it fits. Pango shapes and wraps it, which Arabic needs. */
async function lettering(text: string, place: Place, fonts: Fonts): Promise<OverlayOptions> {
  const face: FontName = /\p{Script=Arabic}/u.test(text) ? "arabic" : "latin";
  await teachFonts(fonts);
  const plain = escapeXml(shorten(text.normalize("NFC"), place.maxLetters));
  const words =
    face === "arabic" ? plain : plain.replace(accented, `<span font_family="${accentedFamily}">$&</span>`);
  for (const size of place.sizes) {
    const set = await typeset(words, size, face, place, fonts);
    const fits = set.info.width <= place.width && set.info.height <= place.height;
    if (fits || size === place.sizes.at(-1)) return put(set, place);
  }
  throw new Error("A place without sizes.");
}

function typeset(words: string, size: number, face: FontName, place: Place, fonts: Fonts) {
  const isLast = size === place.sizes.at(-1);
  const style = `font_family="${fontSpecs[face].family}" font_weight="${face === "arabic" ? "bold" : "normal"}"`;
  return sharp({
    text: {
      text: `<span ${style} size="${size * 1024}" foreground="${place.colour}">${words}</span>`,
      fontfile: fonts[face][0] ?? "",
      width: place.width,
      align: "centre",
      dpi: 72,
      rgba: true,
      spacing: face === "arabic" ? 0 : -Math.round(size * 0.06),
      wrap: isLast ? "word-char" : "word",
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}

async function put(
  { data, info }: { data: Buffer; info: OutputInfo },
  place: Place,
): Promise<OverlayOptions> {
  const fitted = await sharp(data)
    .resize(Math.min(info.width, place.width), Math.min(info.height, place.height), { fit: "inside" })
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((width - fitted.info.width) / 2);
  return { input: fitted.data, left, top: Math.round(place.middle - fitted.info.height / 2) };
}

const taught = new Set<string>();

async function teachFonts(fonts: Fonts): Promise<void> {
  for (const fontfile of [...fonts.latin, ...fonts.arabic]) {
    if (taught.has(fontfile)) continue;
    taught.add(fontfile);
    await sharp({ text: { text: "x", fontfile, dpi: 72 } }).toBuffer();
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
