import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

/** Browsers cache assets forever: a changed icon needs a new number here and in its references. */
export async function drawAppIcons(assets) {
  const mark = await readFile(path.join(assets, "icon-1.svg"), "utf8");
  const inner = mark.replace(/^<svg[^>]*>|<\/svg>$|<title>.*?<\/title>|<rect[^>]*\/>/g, "").trim();
  const drawRounded = (size) => draw(mark, size);
  await Promise.all([
    drawRounded(192).toFile(path.join(assets, "app-192-1.png")),
    drawRounded(512).toFile(path.join(assets, "app-512-1.png")),
    // Maskable icons: the mark stays within the central 80 %.
    draw(drawFullSquare(inner), 512).toFile(path.join(assets, "app-maskable-512-1.png")),
    draw(drawFullSquare(inner), 180).toFile(path.join(assets, "app-touch-180-1.png")),
  ]);
}

function draw(svg, size) {
  return sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true });
}

function drawFullSquare(inner) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" fill="#0F4A3A"/><g transform="translate(7 7) scale(.78125)">${inner.replace("</svg>", "")}</g></svg>`;
}
