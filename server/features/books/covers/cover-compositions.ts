/** A box for a text. */
export interface TextBox {
  readonly middle: number;
  readonly width: number;
  readonly height: number;
  /** Tried from the largest. */
  readonly sizes: readonly number[];
  readonly color: string;
  readonly maxLetters: number;
  readonly align: "centre" | "start";
  /** The distance from the side where the text starts. */
  readonly margin: number;
}

interface Drawing {
  readonly svg: string;
  readonly titleBox: TextBox;
  readonly authorBox: TextBox;
  /** Where the first letter of the title is drawn large. */
  readonly initial?: TextBox;
}

export const coverWidth = 640;
const coverHeight = 960;

const names = [
  "arch",
  "band",
  "calligraphic",
  "close-up",
  "landscape",
  "manuscript",
  "medallion",
  "typographic",
] as const;
type Composition = (typeof names)[number];

const compositionsByGenre: Readonly<Record<string, readonly Composition[]>> = {
  Art: ["close-up", "calligraphic", "medallion", "typographic"],
  Children: ["landscape", "landscape", "medallion", "typographic"],
  History: ["manuscript", "arch", "band", "typographic"],
  Poetry: ["calligraphic", "landscape", "manuscript"],
  "Qur'an": ["medallion"],
  Science: ["medallion", "band", "close-up", "typographic"],
  Stories: ["landscape", "arch", "band", "calligraphic"],
  Travel: ["landscape", "landscape", "typographic", "band"],
  Worship: ["arch", "manuscript", "close-up"],
};

/** Consecutive variants differ in the composition and in the colors, and all pairs of both occur. */
function chooseComposition(genre: string | null, variant: number): Composition {
  const choices = (genre && compositionsByGenre[genre]) || names;
  return choices[(variant + Math.floor(variant / palettes.length)) % choices.length] ?? "manuscript";
}

interface Palette {
  readonly dark: string;
  readonly mid: string;
  readonly light: string;
  readonly metal: string;
}

const palettes: readonly Palette[] = [
  { dark: "#0F4A3A", mid: "#1C6B55", light: "#DDEBE1", metal: "#E3C98F" },
  { dark: "#5C3A16", mid: "#8A5A22", light: "#F3E4CB", metal: "#EBCB8B" },
  { dark: "#26355D", mid: "#3D5490", light: "#DEE5F4", metal: "#E3C98F" },
  { dark: "#6A2430", mid: "#973A47", light: "#F4DDDD", metal: "#EBCB9B" },
  { dark: "#1C5058", mid: "#2F7680", light: "#DAECEC", metal: "#E8D09A" },
  { dark: "#46305A", mid: "#6A4A86", light: "#E8DFF1", metal: "#E3C98F" },
  { dark: "#7A3E1D", mid: "#B0602F", light: "#F8E3D2", metal: "#F2D7A2" },
  { dark: "#2E3A2B", mid: "#56694C", light: "#E6EBDC", metal: "#DDC58C" },
];

const paper = "#FBF4E2";
const ink = "#22302A";
const headingSizes = [92, 84, 74, 66, 58, 50, 44, 38, 34];
const authorSizes = [32, 27, 23];

const centerBox = (middle: number, width: number, height: number, color: string): TextBox => ({
  middle,
  width,
  height,
  color,
  sizes: headingSizes,
  maxLetters: 150,
  align: "centre",
  margin: 0,
});

const createAuthorBox = (middle: number, color: string, width = 440): TextBox => ({
  middle,
  width,
  height: 84,
  color,
  sizes: authorSizes,
  maxLetters: 70,
  align: "centre",
  margin: 0,
});

interface CoverDesign {
  readonly genre: string | null;
  /** Varies the drawing. */
  readonly seed: number;
  /** Chooses the composition among those of the genre, and the colors. */
  readonly variant: number;
  readonly hasAuthor: boolean;
}

/** The drawing of a cover without its texts, and where these are. */
export function compose({ genre, seed, variant, hasAuthor }: CoverDesign): Drawing {
  const green = palettes[0] as Palette;
  const colors = genre === "Qur'an" ? green : (palettes[variant % palettes.length] ?? green);
  const drawing = drawings[chooseComposition(genre, variant)](colors, seed, hasAuthor);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${coverWidth}" height="${coverHeight}" viewBox="0 0 ${coverWidth} ${coverHeight}">${drawing.svg}</svg>`;
  return { ...drawing, svg };
}

type Draw = (colors: Palette, seed: number, hasAuthor: boolean) => Drawing;

const drawings: Readonly<Record<Composition, Draw>> = {
  arch: ({ dark, mid, metal }) => ({
    svg: `${drawBackground(dark)}${drawLattice("l", metal, 1, 0.22)}
<path d="M84 900V430C84 260 210 190 320 70C430 190 556 260 556 430V900Z" fill="${mid}"/>
<path d="M84 900V430C84 260 210 190 320 70C430 190 556 260 556 430V900" fill="none" stroke="${metal}" stroke-width="5"/>
<path d="M108 900V436C108 284 222 214 320 110C418 214 532 284 532 436V900" fill="none" stroke="${metal}" stroke-opacity="0.5" stroke-width="2"/>
<path d="M60 900H580" stroke="${metal}" stroke-width="5"/>
<g fill="none" stroke="${metal}" stroke-width="3">${drawKhatam(320, 258, 40)}</g>`,
    titleBox: centerBox(520, 396, 380, paper),
    authorBox: createAuthorBox(800, metal, 380),
  }),
  band: ({ dark, light, metal }, _seed, hasAuthor) => ({
    svg: `${drawBackground(dark)}${drawLattice("l", metal, 1.4, 0.45)}
<rect y="270" width="640" height="420" fill="${light}"/>
<path d="M0 282H640M0 678H640" stroke="${dark}" stroke-width="2"/>
<path d="M0 262H640M0 698H640" stroke="${metal}" stroke-width="5"/>
${hasAuthor ? `<path d="M270 596H370" stroke="${dark}" stroke-width="2"/>` : ""}`,
    titleBox: centerBox(435, 540, 270, dark),
    authorBox: createAuthorBox(638, ink, 520),
  }),
  calligraphic: ({ dark, mid, metal }) => ({
    svg: `${drawBackground(dark)}<rect x="28" y="28" width="584" height="904" rx="18" fill="none" stroke="${metal}" stroke-opacity="0.55" stroke-width="2"/>
<circle cx="320" cy="330" r="230" fill="${mid}" fill-opacity="0.55"/>
<circle cx="320" cy="330" r="246" fill="none" stroke="${metal}" stroke-opacity="0.6" stroke-width="2"/>`,
    initial: { ...centerBox(330, 340, 330, metal), sizes: [330, 280, 220], maxLetters: 1 },
    titleBox: centerBox(698, 500, 200, paper),
    authorBox: createAuthorBox(868, metal, 500),
  }),
  "close-up": ({ dark, mid, metal }, seed) => ({
    svg: `${drawBackground(mid)}${drawLattice("l", metal, 3.2 + (seed % 3) * 0.5, 0.85, dark)}
<rect y="560" width="640" height="400" fill="${dark}"/><path d="M0 560H640" stroke="${metal}" stroke-width="5"/>
<path d="M0 572H640" stroke="${metal}" stroke-opacity="0.5" stroke-width="2"/>`,
    titleBox: centerBox(716, 548, 220, paper),
    authorBox: createAuthorBox(886, metal, 520),
  }),
  landscape: ({ dark, mid, light, metal }, seed) => ({
    svg: `${drawSky(dark, mid, seed)}${drawHills(dark, mid, seed)}
<path d="M56 888H584" stroke="${metal}" stroke-opacity="0.6" stroke-width="2"/>`,
    titleBox: centerBox(250, 540, 300, isNight(seed) ? paper : light),
    authorBox: createAuthorBox(922, metal, 520),
  }),
  manuscript: ({ dark, mid, metal }, _seed, hasAuthor) => ({
    svg: `${drawBackground(dark)}${drawLattice("l", metal, 1, 0.2)}
<rect x="56" y="110" width="528" height="740" rx="14" fill="${dark}" fill-opacity="0.95"/>
<g fill="none" stroke="${metal}"><rect x="56" y="110" width="528" height="740" rx="14" stroke-width="4"/>
<rect x="72" y="126" width="496" height="708" rx="8" stroke-opacity="0.4" stroke-width="2"/>
<g stroke-width="3" stroke-linejoin="round">${[
      [72, 126],
      [568, 126],
      [72, 834],
      [568, 834],
    ]
      .map(([x = 0, y = 0]) => drawKhatam(x, y, 26, mid))
      .join("")}${drawKhatam(320, 110, 36, dark)}</g>
${hasAuthor ? '<path d="M260 706h120" stroke-width="2"/>' : ""}</g>`,
    titleBox: centerBox(430, 440, 440, paper),
    authorBox: createAuthorBox(764, metal, 420),
  }),
  medallion: ({ dark, mid, metal }) => ({
    svg: `${drawBackground(dark)}${drawLattice("l", metal, 0.8, 0.12)}
<g fill="none" stroke="${metal}" stroke-linejoin="round">
<path d="${drawStar(320, 430, 290, 16, 0.9)}" fill="${mid}" stroke-width="4"/>
<path d="${drawStar(320, 430, 262, 16, 0.92)}" fill="${dark}" stroke-opacity="0.6" stroke-width="2"/>
<circle cx="320" cy="430" r="228" stroke-opacity="0.35" stroke-width="2"/></g>
<g fill="none" stroke="${metal}" stroke-width="2">${drawKhatam(320, 800, 26)}</g>`,
    titleBox: centerBox(430, 340, 300, paper),
    authorBox: createAuthorBox(878, metal, 500),
  }),
  typographic: ({ dark, mid, metal }) => ({
    svg: `${drawBackground(paper)}<rect width="640" height="14" fill="${dark}"/><rect y="14" width="640" height="6" fill="${metal}"/>
<path d="M64 800H576" stroke="${mid}" stroke-width="3"/>
<g fill="none" stroke="${mid}" stroke-width="3">${drawKhatam(540, 120, 30)}</g>`,
    titleBox: {
      ...centerBox(470, 512, 560, dark),
      align: "start",
      margin: 64,
      sizes: [112, 100, ...headingSizes],
    },
    authorBox: { ...createAuthorBox(860, ink, 512), align: "start", margin: 64 },
  }),
};

const drawBackground = (color: string) => `<rect width="640" height="960" fill="${color}"/>`;

function drawLattice(id: string, color: string, scale: number, opacity: number, fill = "none"): string {
  const stars = [
    [64, 64],
    [0, 0],
    [128, 0],
    [0, 128],
    [128, 128],
  ].map(([x = 0, y = 0]) => drawKhatam(x, y, 46, fill));
  return `<defs><pattern id="${id}" width="128" height="128" patternUnits="userSpaceOnUse" patternTransform="translate(0 32) scale(${scale})">
<g fill="none" stroke="${color}" stroke-width="2" stroke-linejoin="round">${stars.join("")}</g></pattern></defs>
<rect width="640" height="960" fill="url(#${id})" opacity="${opacity}"/>`;
}

function drawStar(x: number, y: number, radius: number, points: number, depth: number): string {
  const corners = Array.from({ length: points * 2 }, (_, n) => {
    const r = n % 2 ? radius * depth : radius;
    const angle = (n * Math.PI) / points;
    return `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The eight-pointed star: two squares, one rotated by 45°, around a circle. */
const drawKhatam = (x: number, y: number, radius: number, fill = "none"): string =>
  `<path fill="${fill}" d="${drawStar(x, y, radius, 8, 0.765)}"/><circle cx="${x}" cy="${y}" r="${radius * 0.4}"/>`;

const isNight = (seed: number): boolean => Math.floor(seed / 8) % 2 === 0;

function drawSky(dark: string, mid: string, seed: number): string {
  const x = 150 + (Math.floor(seed / 16) % 5) * 85;
  const stops = isNight(seed) ? ["#0B1420", dark] : [dark, mid];
  const light = isNight(seed)
    ? `<path d="M${x} 452a62 62 0 1 0 52 96a50 50 0 1 1 -52 -96Z" fill="#F4E7C3"/>${drawStars(seed)}`
    : `<circle cx="${x}" cy="520" r="78" fill="#F6DFA6"/>`;
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${stops[0]}"/><stop offset="1" stop-color="${stops[1]}"/></linearGradient></defs>
<rect width="640" height="960" fill="url(#sky)"/>${light}`;
}

function drawStars(seed: number): string {
  return Array.from({ length: 26 }, (_, n) => {
    // The golden ratio spreads the points evenly.
    const x = ((seed % 97) / 97 + n * 0.618_034) % 1;
    const y = ((seed % 89) / 89 + n * 0.754_878) % 1;
    const radius = 1.6 + (n % 3) * 0.9;
    return `<circle cx="${(20 + x * 600).toFixed(0)}" cy="${(20 + y * 560).toFixed(0)}" r="${radius}" fill="#F4E7C3" fill-opacity="0.75"/>`;
  }).join("");
}

/** Three ranges, the nearest the darkest. */
function drawHills(dark: string, mid: string, seed: number): string {
  const drawRange = (base: number, height: number, phase: number, fill: string, opacity: number) => {
    const points = Array.from({ length: 17 }, (_, n) => {
      const y = base - height * (0.5 + 0.5 * Math.sin(n * 0.55 + phase) * Math.cos(n * 0.21 + phase / 2));
      return `${n * 40} ${y.toFixed(1)}`;
    });
    return `<path d="M0 960L${points.join("L")}L640 960Z" fill="${fill}" fill-opacity="${opacity}"/>`;
  };
  const phase = seed % 100;
  return (
    drawRange(720, 150, phase, mid, 0.85) +
    drawRange(800, 120, phase + 2, dark, 0.75) +
    drawRange(880, 70, phase + 5, "#0C1714", 0.9)
  );
}
