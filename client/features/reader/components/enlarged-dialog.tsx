import { t } from "#client/lib/i18n/i18n.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface EnlargedDialogProps {
  readonly element: Element;
  readonly onClose: () => void;
}

const keptAttributes =
  /^(?:dir|lang|colspan|rowspan|display|mathvariant|displaystyle|stretchy|fence|separator|form|accent|accentunder|linethickness|columnalign|rowalign|width|lspace|rspace|minsize|maxsize|largeop|movablelimits)$/;
const removedSelector = "script, style, link, iframe, object, embed, audio, video, form, img, svg, [hidden]";

/** A formula or table of the book in its full size. */
export function EnlargedDialog({ element, onClose }: EnlargedDialogProps) {
  return (
    <Dialog
      isOpen
      title={t(element.localName === "table" ? "reader.table" : "reader.formula")}
      onClose={onClose}
    >
      <section
        ref={(host) => host?.replaceChildren(createSanitizedCopy(element))}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard.
        tabIndex={0}
        aria-label={t("reader.enlarged")}
        className="max-h-[70dvh] overflow-auto rounded-control bg-paper p-4 text-h4 [&_mfrac]:[padding:revert] [&_mtd]:[padding:revert] [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2"
      />
    </Dialog>
  );
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
