interface Columns {
  readonly columnCount?: number;
  readonly scrolled?: boolean;
  /** Pixels of one page in reading direction. */
  readonly size?: number;
}

/**
 * Marks documents in two columns, whose text is justified by default, and centres a document that fills only
 * the first of them.
 */
export function fitColumns(doc: Document, { columnCount, scrolled, size = 0 }: Columns): void {
  const { body, documentElement: root } = doc;
  const style = doc.defaultView?.getComputedStyle(body);
  const isVertical = style?.writingMode.startsWith("vertical");
  root.classList.remove("mk-single");
  const hasTwoColumns = columnCount === 2 && !scrolled && !isVertical;
  root.classList.toggle("mk-columns", hasTwoColumns);
  // Measuring all lines of a longer document would be slow.
  if (!hasTwoColumns || root.scrollWidth > size + 1) return;
  const content = doc.createRange();
  content.selectNodeContents(body);
  if (content.getBoundingClientRect().width > size / 2) return;
  root.style.setProperty("--mk-shift", `${(style?.direction === "rtl" ? -size : size) / 4}px`);
  root.classList.add("mk-single");
}
