const width = 1080;
const height = 1350;
const colours = { paper: "#fbf6ee", ink: "#1c2420", muted: "#5b665f", accent: "#b7791f" };

export interface ShareCard {
  readonly title: string;
  readonly author: string;
  readonly coverUrl: string;
  /** Such as "Finished on 3 March". */
  readonly line: string;
  readonly productName: string;
  readonly isRightToLeft: boolean;
}

/** A picture of a finished book to share: a PNG, 1080 × 1350. */
export async function drawShareCard(card: ShareCard): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser has no canvas.");
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, width, height);
  context.direction = card.isRightToLeft ? "rtl" : "ltr";
  context.textAlign = "center";
  const cover = await loadImage(card.coverUrl);
  context.shadowColor = "rgb(0 0 0 / 0.3)";
  context.shadowBlur = 40;
  context.drawImage(cover, (width - 520) / 2, 130, 520, 780);
  context.shadowBlur = 0;
  context.fillStyle = colours.ink;
  const fonts = pageFonts();
  const lines = wrap(context, card.title, `600 60px ${fonts.title}`);
  lines.forEach((line, index) => {
    context.fillText(line, width / 2, 1010 + index * 72);
  });
  const below = 1010 + lines.length * 72;
  context.font = `34px ${fonts.text}`;
  context.fillStyle = colours.muted;
  context.fillText(card.author, width / 2, below);
  context.fillStyle = colours.accent;
  context.fillText(card.line, width / 2, below + 62);
  context.fillStyle = colours.muted;
  context.font = `28px ${fonts.text}`;
  context.fillText(card.productName, width / 2, height - 50);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture."))), "image/png");
  });
}

/** The families of the page, which are loaded. */
function pageFonts() {
  const familyOf = (element: Element) => getComputedStyle(element).fontFamily;
  return { title: familyOf(document.querySelector("h2") ?? document.body), text: familyOf(document.body) };
}

const maxLines = 2;

function wrap(context: CanvasRenderingContext2D, text: string, font: string): string[] {
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length === 0 || context.measureText(longer).width > width - 160) lines.push(word);
    else lines[lines.length - 1] = longer;
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
