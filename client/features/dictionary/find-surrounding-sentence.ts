const maxLength = 1_000;
const blocks = "p, li, td, th, dd, dt, blockquote, h1, h2, h3, h4, h5, h6, figcaption, pre";

/** The sentence in which a selection starts: by the sentence ids of the book, else of its paragraph. */
export function findSurroundingSentence({ startContainer }: Range): string {
  const element =
    startContainer.nodeType === Node.ELEMENT_NODE
      ? (startContainer as Element)
      : startContainer.parentElement;
  const marked = element?.closest(".mk-s");
  const id = marked?.id || marked?.getAttribute("data-s");
  const parts = id
    ? [...(element?.ownerDocument.querySelectorAll(`[id="${id}"], [data-s="${id}"]`) ?? [])]
    : [element?.closest(blocks)];
  const text = parts.map((part) => part?.textContent ?? "").join("");
  return text.replace(/\s+/g, " ").trim().slice(0, maxLength);
}
