import { useEffect, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Sheet } from "#client/ui/overlays/sheet.tsx";
import { ZoomView } from "./zoom-view.tsx";

interface EnlargedDialogProps {
  readonly element: Element;
  readonly onClose: () => void;
}

const keptAttributes =
  /^(?:dir|lang|colspan|rowspan|display|mathvariant|displaystyle|stretchy|fence|separator|form|accent|accentunder|linethickness|columnalign|rowalign|width|lspace|rspace|minsize|maxsize|largeop|movablelimits)$/;
const removedSelector = "script, style, link, iframe, object, embed, audio, video, form, img, svg, [hidden]";

/** A picture, formula or table of the book in its full size. */
export function EnlargedDialog({ element, onClose }: EnlargedDialogProps) {
  const name = element.localName;
  const title =
    name === "table" ? "reader.table" : name === "math" ? "reader.formula" : "readingSettings.picture";
  return (
    <Sheet isOpen side="full" title={t(title)} onClose={onClose}>
      <ZoomView>
        {title === "readingSettings.picture" ? (
          <Picture element={element} />
        ) : (
          <div
            ref={(host) => host?.replaceChildren(createSanitizedCopy(element))}
            className="p-4 text-h4 [&_mfrac]:[padding:revert] [&_mtd]:[padding:revert] [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2"
          />
        )}
      </ZoomView>
    </Sheet>
  );
}

function Picture({ element }: { readonly element: Element }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const { href, release } = getPictureUrl(element);
    setUrl(href);
    return release;
  }, [element]);
  const alt = element.getAttribute("alt") ?? element.getAttribute("aria-label") ?? "";
  return (
    <img
      src={url}
      alt={alt}
      draggable={false}
      style={{ width: "100vw", height: "75dvh", objectFit: "contain" }}
    />
  );
}

/** A drawing is shown as an image, in which its scripts do not run. */
function getPictureUrl(element: Element): { readonly href: string; readonly release?: () => void } {
  const image = element.localName === "img" ? element : element.querySelector("image");
  const source =
    (image as HTMLImageElement | null)?.currentSrc ||
    image?.getAttribute("href") ||
    image?.getAttributeNS("http://www.w3.org/1999/xlink", "href");
  if (source) return { href: source };
  const copy = element.cloneNode(true) as Element;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const href = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }),
  );
  return { href, release: () => URL.revokeObjectURL(href) };
}

/** Without the book's styles, links and media. */
function createSanitizedCopy(element: Element): Element {
  const copy = document.importNode(element, true);
  for (const other of copy.querySelectorAll(removedSelector)) other.remove();
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (!keptAttributes.test(name)) each.removeAttribute(name);
  }
  copy.setAttribute("dir", getComputedStyle(element).direction);
  return copy;
}
