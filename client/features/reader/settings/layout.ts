import type { Layout } from "#client/features/reader/engine/layout/viewport.ts";
import { ownStyleSheet } from "#client/features/reader/engine/styles/responsive-styles.ts";
import { getFontFaces, getFontFamily } from "./font-faces.ts";
import type { AllReaderSettings, Script } from "./settings.ts";

export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly link: string;
  readonly line: string;
  readonly accent: string;
  readonly isDark: boolean;
}

/** The appearances that most readers do not choose. */
export interface Extras {
  /** The colours that differ from the app's own theme, by the name of the token. */
  readonly getOwnColors: (isDark: boolean, settings: AllReaderSettings) => Readonly<Record<string, string>>;
  /** The rules for settings that differ from the defaults. */
  readonly getStyles: (settings: AllReaderSettings, script: Script, origin: string) => string;
  /** Calls back when the styles of the same settings change. */
  readonly onChange: (listener: () => void) => () => void;
}

export interface LayoutInput {
  readonly palette: Palette;
  readonly script: Script;
  readonly origin: string;
  readonly reducesMotion: boolean;
  /** Null until the settings need them. */
  readonly extras: Extras | null;
}

/** Pixels above and below the text for the bars. */
export const barHeight = 56;

/** A comfortable line length in ems, about 65 characters. */
const lineLengthEms = 36;

/** Everything that the settings change in the page layout. */
export function getLayout(settings: AllReaderSettings, input: LayoutInput): Layout {
  const turn = input.reducesMotion ? "none" : settings.pageTurn;
  const line = Math.round(settings.fontSize * lineLengthEms);
  return {
    attributes: {
      flow: settings.flow,
      gap: `${Math.max(2, settings.margin)}%`,
      // Scrolled text lies between the bars, so it needs no margin of its own.
      margin: settings.flow === "scrolled" ? "0px" : `${barHeight}px`,
      "max-inline-size": `${settings.columns === 2 ? Math.round(line * 0.6) : line}px`,
      "max-block-size": "1600px",
      "max-column-count": settings.columns === 1 ? "1" : "2",
      // By default portrait windows show one column; two can be chosen where they fit.
      "portrait-columns": settings.columns === 2 ? "2" : "1",
      animated: turn === "slide" ? "" : null,
      fades: turn === "fade" ? "" : null,
    },
    styles: [`${ownStyleSheet}${startingRules}`, `${ownStyleSheet}${getStyles(settings, input)}`],
  };
}

function getStyles(settings: AllReaderSettings, { palette, script, origin, extras }: LayoutInput): string {
  const { latinFont, arabicFont } = settings;
  return [
    getFontFaces(latinFont, origin),
    getFontFaces(arabicFont, origin),
    getTypeRules(settings),
    getFontRules(getFontFamily(latinFont), getFontFamily(arabicFont), script),
    getColorRules(palette),
    fittingRules,
    ownRules,
    extras?.getStyles(settings, script, origin),
  ].join("\n");
}

function getTypeRules({ fontSize, lineHeight, justify, hyphenate }: AllReaderSettings): string {
  const text = "p, li, blockquote, dd, dt, td";
  return `
    html { --mk-leading: ${lineHeight}; font-size: ${fontSize}px !important; line-height: ${lineHeight}; -webkit-text-size-adjust: none; text-size-adjust: none; overflow-wrap: break-word; }
    body { font-size: 1em; line-height: ${lineHeight}; }
    ${text}, div, section { line-height: ${lineHeight}; }
    ${text} { line-height: ${lineHeight} !important; widows: 2; orphans: 2; }
    ${getAlignmentRules(justify)}
    p, li, blockquote, dd { hyphens: ${hyphenate ? "auto" : "manual"}; -webkit-hyphens: ${hyphenate ? "auto" : "manual"}; hanging-punctuation: allow-end last; }
    :lang(ar), :lang(fa), :lang(ur) { letter-spacing: 0 !important; hyphens: manual; }
    h1, h2, h3, h4, h5, h6 { text-wrap: balance; hyphens: manual; line-height: 1.3; }
    pre { white-space: pre-wrap !important; }
    math { max-width: 100%; overflow-x: auto; }
  `;
}

/** Automatic alignment is inherited, so that a centred title page stays centred. */
function getAlignmentRules(justify: boolean | null): string {
  if (justify === null) return "html.mk-columns body { text-align: justify; }";
  return `p, li, blockquote, dd { text-align: ${justify ? "justify" : "start"}; }`;
}

const startingRules = `
  blockquote, figure { margin-inline: min(40px, 8%); }
  ul, ol, menu { padding-inline-start: min(40px, max(10%, 1.6em)); }
  dd { margin-inline-start: min(40px, 8%); }
`;

/** Formulas are drawn without hinting: hinted glyphs do not scale with the font size. */
const fittingRules = `
  html { display: block !important; min-width: 0 !important; min-height: 0 !important; margin: 0 !important; }
  body { width: auto !important; height: auto !important; min-width: 0 !important; min-height: 0 !important; transform: none !important; rotate: none !important; scale: none !important; }
  body *:not(table, tr, td, th, caption, thead, tbody, tfoot, colgroup, col, img, video, svg, svg *, math, math *) { max-inline-size: 100% !important; max-inline-size: -moz-available !important; max-inline-size: -webkit-fill-available !important; }
  img, svg, video { min-width: 0 !important; min-height: 0 !important; }
  table { max-width: 100%; }
  td, th { overflow-wrap: break-word; }
  .mk-small :is(td, th) { font-size: 0.85em; padding-inline: 0.25em; hyphens: auto; }
  .mk-smaller :is(td, th) { font-size: 0.7em; padding-inline: 0.15em; }
  .mk-smallest :is(td, th) { font-size: 0.6em; padding-inline: 0.1em; overflow-wrap: anywhere; }
  .mk-scrolls { display: block !important; width: auto !important; max-width: 100% !important; overflow-x: auto !important; scrollbar-width: thin; }
  math { text-rendering: geometricPrecision; }
  math.mk-fitted { font-size: calc(1em * var(--mk-scale)); overflow: visible; }
  math.mk-fitted, table.mk-smallest, .mk-zoom { cursor: zoom-in; }
  .mk-whole { height: auto !important; max-height: none !important; }
  .mk-flowing { display: block !important; overflow: visible !important; contain: none !important; }
  .mk-inset { margin-inline: 0 !important; text-indent: 0 !important; }
  .mk-lowered { margin-top: 0 !important; }
  .mk-natural { height: auto !important; }
  .mk-cleared { float: none !important; width: auto !important; margin-inline: auto !important; }
  img.mk-cleared, svg.mk-cleared { display: block !important; }
`;

/**
 * The reader's fonts override the book's, except for code and the like.
 *
 * @param latin the font family; null for the book's
 * @param root a selector before the body's
 * @param condition a selector of the elements that have the fonts
 */
export function getFontRules(
  latin: string | null,
  arabic: string | null,
  script: Script,
  root = "",
  condition = "",
): string {
  const prose = ":not(:is(pre, code, kbd, samp, tt, math, svg), :is(pre, code, kbd, samp, tt, math, svg) *)";
  const arabicText = ":is(:lang(ar), :lang(fa), :lang(ur))";
  // Latin fonts have a unicode range, so that Arabic uses the Arabic font.
  const getFontStack = (...families: (string | null)[]) =>
    [...families.filter((family) => family !== null), "Georgia", "serif"].join(", ");
  const getFontRule = (only: string) =>
    `${root}body${only}, ${root}body *${prose}${only}${condition} { font-family: ${getFontStack(latin, arabic)} !important; }`;
  if (script === "arabic") return arabic ? getFontRule("") : "";
  return [latin && getFontRule(`:not(${arabicText})`), arabic && getFontRule(arabicText)]
    .filter(Boolean)
    .join("\n");
}

function getColorRules({ paper, ink, link, line, accent, isDark }: Palette): string {
  return `
    html { --theme-bg-color: ${paper}; --mk-line: ${line}; --mk-flash: ${link}; --mk-playing: color-mix(in srgb, ${accent} 35%, ${paper}); --mk-ink: ${ink}; color-scheme: ${isDark ? "dark" : "light"}; background: ${paper} !important; color: ${ink} !important; }
    body { color: ${ink} !important; background: none !important; }
    a:any-link, a:any-link * { color: ${link} !important; }
    ${isDark ? getNightRules(ink, line) : ""}
    ::selection { background: color-mix(in srgb, ${link} 30%, transparent); }
  `;
}

function getNightRules(ink: string, line: string): string {
  return `
    :is(table, th, td, hr) { border-color: ${line} !important; }
    .mk-inverted { filter: invert(1); }
    .mk-light-background, svg:not(svg *):not(:has(image)) { color: black; background-color: ${ink} !important; border-radius: 4px; }
    mark { background-color: color-mix(in srgb, gold 35%, transparent); color: inherit; }
  `;
}

const ownRules = `
  body { columns: auto !important; position: relative !important; inset: auto !important; float: none !important; overflow: visible !important; padding-inline: 0 !important; }
  .mk-single:not(.mk-full-page-image) body { translate: var(--mk-shift) 0; }
  .mk-full-page-image { column-count: 1 !important; }
  .mk-full-page-image body { display: grid !important; place-items: center; height: 100% !important; text-align: center; }
  .mk-flash { background-color: color-mix(in srgb, var(--mk-flash) 24%, transparent) !important; border-radius: 3px; box-shadow: 0 0 0 2px color-mix(in srgb, var(--mk-flash) 24%, transparent); }
  .mk-message { max-width: 32em; margin: 20vh auto 0; text-align: center; }
  .mk-picture { display: flex; justify-content: center; align-items: center; }
  .mk-picture > svg { max-width: 100%; max-height: 100%; }
  a:focus-visible { outline: 2px solid var(--mk-flash); outline-offset: 2px; }
  aside[epub\\:type~="footnote"], aside[role~="doc-footnote"] { border-inline-start: 2px solid var(--mk-line); padding-inline-start: 1em; }
`;
