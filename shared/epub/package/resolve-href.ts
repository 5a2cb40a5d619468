export const isExternal = (href: string) => /^\s*(?:[a-z][a-z\d+.-]*:|\/\/|\\\\|\/\\|\\\/)/i.test(href);

/**
 * Resolves a reference to a path in the EPUB, percent-decoded, without query and fragment.
 *
 * @returns null for external URLs, the document itself for a fragment only
 */
export function resolvePath(from: string, href: string): string | null {
  const trimmed = href.trim();
  if (isExternal(trimmed)) return null;
  const [target = ""] = trimmed.split(/[#?]/, 1);
  if (target === "") return from;
  const base = target.startsWith("/") ? [] : from.split("/").slice(0, -1);
  const segments: string[] = [...base];
  for (const segment of decode(target).replaceAll("\\", "/").split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}

/** The fragment of a reference with its `#`, or an empty string. */
export const getFragment = (href: string) => /#[^#]+$/.exec(href.trim())?.[0] ?? "";

/** Splits the href of an entry in the table of contents; its path is decoded and can contain `#`. */
export function splitTocHref(href: string): { readonly path: string; readonly fragment: string } {
  const at = href.lastIndexOf("#");
  return at < 0
    ? { path: href, fragment: "" }
    : { path: href.slice(0, at), fragment: decode(href.slice(at + 1)) };
}

export function getRelativeReference(from: string, to: string): string {
  const base = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared++;
  const relative = [...base.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
  const encoded = encodeURI(relative.toWellFormed()).replace(/[#?]/g, encodeURIComponent);
  return /^[^/]*:/.test(encoded) ? `./${encoded}` : encoded;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
