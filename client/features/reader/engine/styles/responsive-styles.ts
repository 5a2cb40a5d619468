import { parsePixels, toResponsiveValue } from "./responsive-css-value.ts";

export const ownStyleSheet = "/*! reader */";

export function makeStylesResponsive(doc: Document): void {
  for (const sheet of doc.styleSheets) {
    if (!sheet.ownerNode?.textContent?.startsWith(ownStyleSheet)) makeSheetResponsive(sheet);
  }
  for (const element of doc.querySelectorAll<HTMLElement>("[style]")) makeStyleResponsive(element.style);
}

const insets = ["left", "right", "top", "bottom", "inset-inline-start", "inset-inline-end"];

function isPositionedOffPage(style: CSSStyleDeclaration): boolean {
  const isOffPage = (name: string) => parsePixels(style.getPropertyValue(name)) < -1000;
  return /absolute|fixed/.test(style.position) && insets.some(isOffPage);
}

/** Content positioned far outside of the page would create extra pages. */
function hideVisually(style: CSSStyleDeclaration): void {
  for (const name of insets) style.removeProperty(name);
  style.setProperty("position", "absolute", "important");
  for (const [name, value] of Object.entries(offScreen)) style.setProperty(name, value, "important");
}

const offScreen = {
  "clip-path": "inset(50%)",
  width: "1px",
  height: "1px",
  margin: "0",
  overflow: "hidden",
};

function makeSheetResponsive(sheet: CSSStyleSheet | null): void {
  try {
    makeRulesResponsive(sheet?.cssRules ?? []);
  } catch {
    // Reading cssRules throws for a stylesheet that failed to load.
  }
}

function makeRulesResponsive(rules: Iterable<CSSRule>): void {
  for (const rule of rules) {
    const { style, styleSheet, cssRules } = rule as Partial<CSSStyleRule & CSSImportRule>;
    if (styleSheet) makeSheetResponsive(styleSheet);
    if (style && "selectorText" in rule) makeStyleResponsive(style);
    if (cssRules) makeRulesResponsive(cssRules);
  }
}

function makeStyleResponsive(style: CSSStyleDeclaration): void {
  if (isPositionedOffPage(style)) hideVisually(style);
  for (const name of Array.from(style)) {
    const value = toResponsiveValue(name, style.getPropertyValue(name));
    if (value !== null) style.setProperty(name, value, style.getPropertyPriority(name));
    if (name === "column-count" && !style.columnWidth.match(/\d/)) style.columnWidth = "11rem";
    if (value !== null && (name === "left" || name === "right") && style.position === "relative")
      style.removeProperty(name);
  }
}
