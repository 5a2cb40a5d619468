const splitWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Properties that books may set, without vendor prefix: text, boxes, tables, lists, columns, layouts, drawings and
 * animations. Those that read from the network or act on the reader's window or selection are not among them.
 */
const properties = splitWords(`
  color color-adjust color-interpolation color-interpolation-filters color-rendering color-scheme forced-color-adjust opacity
  print-color-adjust

  font font-family font-feature-settings font-kerning font-language-override font-optical-sizing font-palette font-size
  font-size-adjust font-smoothing font-stretch font-style font-synthesis font-synthesis-small-caps font-synthesis-style
  font-synthesis-weight font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-emoji
  font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings font-weight line-height
  line-height-step osx-font-smoothing

  dominant-baseline alignment-baseline baseline-shift baseline-source direction glyph-orientation-horizontal
  glyph-orientation-vertical hanging-punctuation hyphenate-character hyphenate-limit-chars hyphenate-limit-last
  hyphenate-limit-lines hyphenate-limit-zone hyphens initial-letter initial-letter-align letter-spacing line-break line-clamp
  locale overflow-wrap quotes ruby-align ruby-merge ruby-overhang ruby-position tab-size text-align text-align-all text-align-last
  text-anchor text-autospace text-box text-box-edge text-box-trim text-combine text-combine-upright text-decoration
  text-decoration-color text-decoration-line text-decoration-skip text-decoration-skip-ink text-decoration-style
  text-decoration-thickness text-emphasis text-emphasis-color text-emphasis-position text-emphasis-skip text-emphasis-style
  text-fill-color text-indent text-justify text-orientation text-overflow text-rendering text-shadow text-size-adjust
  text-spacing text-spacing-trim text-stroke text-stroke-color text-stroke-width text-transform text-underline-offset
  text-underline-position text-wrap text-wrap-mode text-wrap-style unicode-bidi vertical-align white-space white-space-collapse
  white-space-trim word-break word-space-transform word-spacing word-wrap wrap-after wrap-before wrap-inside writing-mode

  content counter-increment counter-reset counter-set list-style list-style-image list-style-position list-style-type
  border-collapse border-spacing caption-side empty-cells table-layout

  background background-attachment background-blend-mode background-clip background-color background-image background-origin
  background-position background-position-x background-position-y background-repeat background-size

  border border-block border-block-color border-block-end border-block-end-color border-block-end-style border-block-end-width
  border-block-start border-block-start-color border-block-start-style border-block-start-width border-block-style
  border-block-width border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
  border-bottom-width border-color border-end-end-radius border-end-start-radius border-image border-image-outset
  border-image-repeat border-image-slice border-image-source border-image-width border-inline border-inline-color
  border-inline-end border-inline-end-color border-inline-end-style border-inline-end-width border-inline-start
  border-inline-start-color border-inline-start-style border-inline-start-width border-inline-style border-inline-width
  border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color
  border-right-style border-right-width border-start-end-radius border-start-start-radius border-style border-top
  border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width border-width
  box-decoration-break box-shadow box-sizing outline outline-color outline-offset outline-style outline-width

  margin margin-block margin-block-end margin-block-start margin-bottom margin-end margin-inline margin-inline-end
  margin-inline-start margin-left margin-right margin-start margin-top margin-trim padding padding-block padding-block-end
  padding-block-start padding-bottom padding-end padding-inline padding-inline-end padding-inline-start padding-left
  padding-right padding-start padding-top

  aspect-ratio block-size height inline-size max-block-size max-height max-inline-size max-width min-block-size min-height
  min-inline-size min-width width zoom

  bottom clear clip display float inset inset-block inset-block-end inset-block-start inset-inline inset-inline-end
  inset-inline-start isolation left object-fit object-position object-view-box overflow overflow-block overflow-clip-margin
  overflow-inline overflow-x overflow-y position right shape-image-threshold shape-margin shape-outside top visibility z-index

  break-after break-before break-inside column-break-after column-break-before column-break-inside column-count column-fill
  column-gap column-rule column-rule-color column-rule-style column-rule-width column-span column-width columns orphans page
  page-break-after page-break-before page-break-inside widows

  align-content align-items align-self box-align box-direction box-flex box-ordinal-group box-orient box-pack flex flex-align
  flex-basis flex-direction flex-flow flex-grow flex-pack flex-shrink flex-wrap gap grid grid-area grid-auto-columns
  grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start grid-gap grid-row grid-row-end
  grid-row-gap grid-row-start grid-template grid-template-areas grid-template-columns grid-template-rows justify-content
  justify-items justify-self order place-content place-items place-self row-gap

  accent-color all appearance backdrop-filter backface-visibility container container-name container-type cursor image-orientation
  image-rendering image-resolution mix-blend-mode perspective perspective-origin pointer-events rotate scale transform
  transform-box transform-origin transform-style translate

  animation animation-composition animation-delay animation-direction animation-duration animation-fill-mode
  animation-iteration-count animation-name animation-play-state animation-timing-function offset offset-anchor offset-distance
  offset-path offset-position offset-rotate transition transition-behavior transition-delay transition-duration
  transition-property transition-timing-function

  clip-path clip-rule cx cy d fill fill-opacity fill-rule filter flood-color flood-opacity lighting-color marker marker-end
  marker-mid marker-start mask mask-border mask-box-image mask-clip mask-composite mask-image mask-mode mask-origin mask-position
  mask-repeat mask-size mask-type paint-order r rx ry shape-rendering solid-color solid-opacity stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width vector-effect
  x y math-depth math-shift math-style
`);

/** Descriptors of `@font-face`, `@counter-style` and `@page`. */
const descriptors = splitWords(`
  ascent-override descent-override font-display font-named-instance line-gap-override size-adjust src unicode-range
  additive-symbols fallback negative pad prefix range speak-as suffix symbols system
  bleed marks margin-inside margin-outside page-orientation size
`);

export const atRulesWithDescriptors = splitWords("font-face counter-style page");

/** `@import` and `@namespace` are kept for files of the book and known vocabularies. */
export const atRules = splitWords(`
  container counter-style font-face import keyframes -webkit-keyframes layer media namespace page scope starting-style supports
  top-left-corner top-left top-center top-right top-right-corner bottom-left-corner bottom-left bottom-center bottom-right
  bottom-right-corner left-top left-middle left-bottom right-top right-middle right-bottom
`);

/** `attr()` and `image-set()` have rules of their own. */
export const functions = splitWords(`
  calc calc-size clamp min max minmax mod rem round abs sign sin cos tan asin acos atan atan2 exp hypot log pow sqrt fit-content
  repeat var env
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix contrast-color light-dark
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  -webkit-linear-gradient -webkit-radial-gradient -webkit-repeating-linear-gradient -webkit-repeating-radial-gradient
  -webkit-gradient from to color-stop
  local format tech type counter counters symbols target-counter target-counters target-text leader
  stylistic styleset character-variant swash ornaments annotation
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew skewx skewy
  translate translate3d translatex translatey translatez
  circle ellipse inset path polygon ray rect shape xywh
  cubic-bezier linear steps
`);

/** Values of `position`. */
export const positions = splitWords(
  "static relative absolute sticky -webkit-sticky inherit initial unset revert revert-layer",
);

/** Names of vocabularies, which are never fetched. */
export const namespaceUrls: ReadonlySet<string> = new Set([
  "http://www.w3.org/1999/xhtml",
  "http://www.idpf.org/2007/ops",
  "http://www.w3.org/2000/svg",
  "http://www.w3.org/1998/Math/MathML",
  "http://www.w3.org/1999/xlink",
  "http://www.w3.org/XML/1998/namespace",
]);

const vendorPrefix = /^-(?:webkit|moz|ms|o)-/;

/** @param name in lower case */
export function isAllowedProperty(name: string, hasDescriptors: boolean): boolean {
  if (/^--[\w-]+$/.test(name)) return true;
  return properties.has(name.replace(vendorPrefix, "")) || (hasDescriptors && descriptors.has(name));
}
