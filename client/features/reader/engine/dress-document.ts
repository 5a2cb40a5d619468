/** Cells in a row from which a table is set smaller, and smaller still. */
const wide = 7;
const wider = 13;

/** Rows that are looked at; a table of thousands is as wide as its first ones. */
const fewRows = 20;

/** Marks what the reader's own rules set in a way of their own: wide tables, and pages that are one picture. */
export function dressDocument(doc: Document): void {
  for (const table of doc.querySelectorAll("table")) {
    const cells = Math.max(0, ...Array.from(table.rows).slice(0, fewRows).map(cellsOf));
    table.classList.toggle("mk-wide", cells >= wide && cells < wider);
    table.classList.toggle("mk-wider", cells >= wider);
  }
  doc.documentElement.classList.toggle("mk-plate", isPlate(doc));
}

function cellsOf({ cells }: HTMLTableRowElement): number {
  return Array.from(cells).reduce((sum, { colSpan }) => sum + colSpan, 0);
}

/** Whether a document shows one picture and not a word beside it, as covers and full-page plates do. */
function isPlate({ body }: Document): boolean {
  const pictures = body?.querySelectorAll("img, svg") ?? [];
  const [picture] = pictures;
  if (!picture || pictures.length > 1 || body.querySelector("audio, video, table, object, math, input"))
    return false;
  return wordsOf(body) === wordsOf(picture);
}

const wordsOf = ({ textContent }: Element) => (textContent ?? "").trim();
