const rightToLeftLetters =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Moves a right-to-left direction from a vertical document to its blocks. Lines of a right-to-left document run
 * upwards when vertical, and so would its pages, but foliate-js turns vertical pages downwards only.
 */
export function turnVerticalPagesDown(doc: Document): void {
  const { body, documentElement: root } = doc;
  if (!isVerticalAndRightToLeft(doc)) return;
  if (rightToLeftLetters.test(body.textContent ?? "")) {
    for (const block of body.querySelectorAll<HTMLElement>(":scope > :not([dir])")) block.dir = "rtl";
  }
  for (const element of [root, body]) {
    element.removeAttribute("dir");
    element.style.setProperty("direction", "ltr", "important");
  }
}

function isVerticalAndRightToLeft({ body, documentElement: root, defaultView: view }: Document): boolean {
  const frame = view?.frameElement as HTMLElement | null | undefined;
  const display = frame?.style.display ?? "";
  // Firefox computes no styles in a hidden frame.
  if (frame) frame.style.display = "block";
  const style = view?.getComputedStyle(body);
  const isVertical = style?.writingMode.startsWith("vertical") === true;
  const isRightToLeft = style?.direction === "rtl" || body.dir === "rtl" || root.dir === "rtl";
  if (frame) frame.style.display = display;
  return isVertical && isRightToLeft;
}
