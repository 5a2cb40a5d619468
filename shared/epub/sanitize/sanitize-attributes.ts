import { fieldElements, isForbiddenAttribute, svgAttributes } from "./markup-rules.ts";
import { toServedId } from "./namespace-ids.ts";
import { sanitizeCssValue, sanitizeStyleAttribute } from "./sanitize-css.ts";
import type { UrlResolver } from "./url-policy.ts";
import { escapeAttribute } from "./write-markup.ts";

export type MarkupKind = "html" | "svg" | "math";

/** Serializes the safe attributes of an element. */
export function sanitizeAttributes(
  kind: MarkupKind,
  name: string,
  attributes: Readonly<Record<string, string>>,
  urls: UrlResolver,
): string {
  const safe = new Map<string, string>();
  for (const [raw, value] of Object.entries(attributes)) {
    const attribute = getName(kind, raw);
    if (attribute === null) continue;
    const cleaned = cleanValue(kind, name, attribute, value, urls);
    if (cleaned !== null) safe.set(attribute, cleaned);
  }
  if (kind === "html" && fieldElements.has(name)) safe.set("disabled", "disabled");
  if ((name === "audio" || name === "video") && kind === "html") safe.set("preload", "metadata");
  return [...safe].map(([attribute, value]) => ` ${attribute}="${escapeAttribute(value)}"`).join("");
}

/** The attribute name to write; null to drop it. Prefixes are kept only where declared. */
function getName(kind: MarkupKind, raw: string): string | null {
  if (/^(?:xlink|epub|xml):[a-z][\w-]*$/.test(raw)) {
    return /^(?:xlink:(?:href|title)|epub:type|xml:(?:lang|space))$/.test(raw) ? raw : null;
  }
  if (!/^[a-z_][\w.-]*$/i.test(raw) || isForbiddenAttribute(raw)) return null;
  if (kind === "math" && /^(?:open|close|separators)$/.test(raw)) return null;
  return kind === "svg" ? (svgAttributes.get(raw.toLowerCase()) ?? raw) : raw;
}

function cleanValue(
  kind: MarkupKind,
  name: string,
  attribute: string,
  value: string,
  urls: UrlResolver,
): string | null {
  switch (attribute) {
    case "href":
    case "xlink:href":
      return name === "a" || name === "area" || kind === "math" ? urls.link(value) : urls.resource(value);
    case "src":
    case "poster":
    case "data":
      return urls.resource(value);
    case "srcset":
    case "imagesrcset":
      return cleanSourceSet(value, urls);
    case "cite":
    case "longdesc":
      return urls.link(value);
    case "style":
      return sanitizeStyleAttribute(value, urls.style);
    case "id":
    case "name":
      return toServedId(value);
    default:
      return /[(\\]/.test(value) && kind === "svg" && !textAttributes.test(attribute)
        ? sanitizeCssValue(value, urls.style)
        : value;
  }
}

/** Attributes that are never read as CSS. */
const textAttributes = /^(?:aria-.*|data-.*|alt|class|lang|role|title|xlink:title|xml:lang|xml:space)$/;

function cleanSourceSet(value: string, urls: UrlResolver): string | null {
  const candidates = value.split(/,\s+|,(?=[^\s])/).map((candidate) => candidate.trim().split(/\s+/));
  const cleaned = candidates.map(([url = "", size = ""]) => {
    const safe = urls.resource(url);
    return safe === null ? null : `${safe} ${size}`.trim();
  });
  return cleaned.every((each) => each !== null) ? cleaned.join(", ") : null;
}
