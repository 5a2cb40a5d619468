/**
 * Elements that run, load or submit something. The server removes them first and the CSP blocks them last.
 */
const removedElements = [
  "script",
  "iframe",
  "frame",
  "embed",
  "applet",
  "base",
  "form[action]",
  "meta[http-equiv]",
  "link[rel~=preload]",
  "link[rel~=prefetch]",
  "link[rel~=modulepreload]",
  "link[rel~=import]",
  "portal",
  "foreignObject script",
].join(",");

const urlAttributes = new Set([
  "src",
  "href",
  "poster",
  "data",
  "action",
  "formaction",
  "background",
  "srcset",
]);

export function cleanDocument(doc: Document): void {
  for (const element of doc.querySelectorAll(removedElements)) element.remove();
  for (const element of doc.querySelectorAll("*")) cleanAttributes(element);
}

/** Removes external URLs from a stylesheet. */
export function sanitizeStyles(css: string): string {
  return css
    .replace(/@import\s+(?:url\(\s*)?["']?(?:https?:)?\/\/[^;]*;?/gi, "")
    .replace(/url\(\s*["']?\s*(?:(?:https?|ftp):)?\/\/[^)]*\)/gi, "none");
}

function cleanAttributes(element: Element): void {
  for (const { name, localName, value } of Array.from(element.attributes)) {
    if (/^on/i.test(localName) || localName === "srcdoc" || localName === "ping")
      element.removeAttribute(name);
    else if (urlAttributes.has(localName.toLowerCase()) && !isAllowed(element, value))
      element.removeAttribute(name);
    else if (localName === "style") element.setAttribute(name, sanitizeStyles(value));
  }
  if (element.localName === "style") element.textContent = sanitizeStyles(element.textContent ?? "");
}

function isAllowed(element: Element, url: string): boolean {
  // Browsers ignore control characters and spaces in a scheme: `java\nscript:` works.
  const scheme = Array.from(url)
    .filter((character) => character > " ")
    .join("")
    .toLowerCase();
  if (/^(?:javascript|vbscript|file):/.test(scheme)) return false;
  if (/^data:/.test(scheme)) return /^data:(?:image\/(?!svg)|audio|video|font)/.test(scheme);
  if (element.localName === "a" || element.localName === "area") return true;
  return !/^(?:[a-z][a-z0-9+.-]*:)?\/\//.test(scheme) && !/^(?!blob:)[a-z][a-z0-9+.-]*:/.test(scheme);
}
