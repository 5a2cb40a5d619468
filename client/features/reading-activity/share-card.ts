const width = 1080;
const height = 1350;
const margin = 80;
const colors = { paper: "#fbf6ee", ink: "#1c2420", muted: "#5b665f", accent: "#b7791f" };

interface Card {
  readonly productName: string;
  readonly isRightToLeft: boolean;
}

export interface BookCard extends Card {
  readonly title: string;
  readonly author: string;
  readonly coverUrl: string;
  /** Such as "Finished on 3 March". */
  readonly line: string;
}

export interface YearCard extends Card {
  readonly title: string;
  /** Such as "12 hours in 5 books". */
  readonly lines: readonly string[];
  /** The first nine are drawn. */
  readonly coverUrls: readonly string[];
}

/** A picture of a finished book to share: a PNG, 1080 × 1350. */
export async function drawBookCard(card: BookCard): Promise<Blob> {
  const cover = await loadImage(card.coverUrl);
  return draw(card, (context, fonts) => {
    drawCover(context, cover, { x: (width - 520) / 2, y: 130, width: 520 });
    const lines = wrap(context, card.title, `600 60px ${fonts.title}`);
    writeLines(context, lines, { y: 1010, lineHeight: 72, color: colors.ink });
    const nextY = 1010 + lines.length * 72;
    context.font = `34px ${fonts.text}`;
    writeLines(context, [card.author], { y: nextY, lineHeight: 0, color: colors.muted });
    writeLines(context, [card.line], { y: nextY + 62, lineHeight: 0, color: colors.accent });
  });
}

const coverColumns = 3;
const coverGap = 28;
const maxCovers = 9;

/** A picture of a year of reading to share, in the same size. Covers that do not load are left out. */
export async function drawYearCard(card: YearCard): Promise<Blob> {
  const loaded = await Promise.allSettled(card.coverUrls.slice(0, maxCovers).map(loadImage));
  const covers = loaded.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  return draw(card, (context, fonts) => {
    const title = wrap(context, card.title, `600 72px ${fonts.title}`);
    writeLines(context, title, { y: 150, lineHeight: 84, color: colors.ink });
    context.font = `38px ${fonts.text}`;
    const nextY = 150 + title.length * 84;
    writeLines(context, card.lines, { y: nextY, lineHeight: 56, color: colors.muted });
    const top = nextY + card.lines.length * 56;
    drawCovers(context, covers, top);
  });
}

function drawCovers(
  context: CanvasRenderingContext2D,
  covers: readonly HTMLImageElement[],
  top: number,
): void {
  if (covers.length === 0) return;
  const rows = Math.ceil(covers.length / coverColumns);
  const availableHeight = height - 130 - top;
  const fittingWidth = ((availableHeight - (rows - 1) * coverGap) / rows) * (2 / 3);
  const maxWidth = (width - 2 * margin - (coverColumns - 1) * coverGap) / coverColumns;
  const coverWidth = Math.min(maxWidth, fittingWidth);
  covers.forEach((cover, index) => {
    const [row, column] = [Math.floor(index / coverColumns), index % coverColumns];
    const coversInRow = Math.min(coverColumns, covers.length - row * coverColumns);
    const rowWidth = coversInRow * coverWidth + (coversInRow - 1) * coverGap;
    const x = (width - rowWidth) / 2 + column * (coverWidth + coverGap);
    drawCover(context, cover, { x, y: top + row * (coverWidth * 1.5 + coverGap), width: coverWidth });
  });
}

interface Fonts {
  readonly title: string;
  readonly text: string;
}

function draw(
  { productName, isRightToLeft }: Card,
  drawContent: (context: CanvasRenderingContext2D, fonts: Fonts) => void,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser does not support canvas.");
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, width, height);
  context.direction = isRightToLeft ? "rtl" : "ltr";
  context.textAlign = "center";
  const fonts = getPageFonts();
  drawContent(context, fonts);
  context.font = `28px ${fonts.text}`;
  writeLines(context, [productName], { y: height - 50, lineHeight: 0, color: colors.muted });
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The canvas could not be encoded."))),
      "image/png",
    );
  });
}

/** The families of the page, which are loaded. */
function getPageFonts(): Fonts {
  const getFontFamily = (element: Element) => getComputedStyle(element).fontFamily;
  return {
    title: getFontFamily(document.querySelector("h2") ?? document.body),
    text: getFontFamily(document.body),
  };
}

function drawCover(
  context: CanvasRenderingContext2D,
  cover: HTMLImageElement,
  box: { readonly x: number; readonly y: number; readonly width: number },
): void {
  context.shadowColor = "rgb(0 0 0 / 0.3)";
  context.shadowBlur = 40;
  context.drawImage(cover, box.x, box.y, box.width, box.width * 1.5);
  context.shadowBlur = 0;
}

function writeLines(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  { y, lineHeight, color }: { readonly y: number; readonly lineHeight: number; readonly color: string },
): void {
  context.fillStyle = color;
  lines.forEach((line, index) => {
    context.fillText(line, width / 2, y + index * lineHeight);
  });
}

const maxLines = 2;

function wrap(context: CanvasRenderingContext2D, text: string, font: string): string[] {
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const extended = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length === 0 || context.measureText(extended).width > width - 2 * margin) lines.push(word);
    else lines[lines.length - 1] = extended;
  }
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`];
}

async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/** Opens the share dialog of the device, or downloads the picture where there is none. */
export async function sharePicture(
  picture: Blob,
  { fileName, title, url }: { readonly fileName: string; readonly title: string; readonly url?: string },
): Promise<void> {
  const file = new File([picture], fileName, { type: picture.type });
  if (navigator.canShare?.({ files: [file] })) {
    return navigator.share({ files: [file], title, ...(url && { url }) });
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
