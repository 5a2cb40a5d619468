import { getRelativeReference } from "#shared/epub/package/resolve-href.ts";
import { escapeAttribute } from "#shared/epub/sanitize/write-markup.ts";
import { getEpubType } from "#server/epub/media-overlay/epub-types.ts";
import { writeClock } from "#server/epub/media-overlay/smil-clock.ts";
import type { SentenceElement } from "./add-sentence-ids.ts";
import type { SpokenPart } from "./plan-parts.ts";

interface PageOverlay {
  readonly path: string;
  readonly page: string;
  readonly audioFiles: readonly string[];
  readonly parts: readonly SpokenPart[];
  /** Chapters that started on an earlier page. */
  readonly continuedChapters: ReadonlySet<number>;
  /** The parts in order. */
  readonly getElements: (part: SpokenPart) => readonly SentenceElement[];
}

/** Writes a page's media overlay. Each chapter is a `seq`; silence without text is marked as a pause. */
export function writeSmil(overlay: PageOverlay): string {
  const page = getRelativeReference(overlay.path, overlay.page);
  const numbers = [...new Set(overlay.parts.map(({ chapterNumber }) => chapterNumber))];
  let count = 0;
  const sequences = numbers.map((chapterNumber) => {
    const parts = overlay.parts.filter((part) => part.chapterNumber === chapterNumber);
    const pars = parts.flatMap((part) =>
      getPieces(part, overlay.getElements(part)).map((piece) => writePar(piece, ++count)),
    );
    const [first] = parts;
    const anchor = first ? (overlay.getElements(first)[0]?.id ?? "") : "";
    const name = overlay.continuedChapters.has(chapterNumber)
      ? `id="chapter-${chapterNumber}-continued"`
      : `id="chapter-${chapterNumber}" epub:type="chapter"`;
    return `<seq ${name} epub:textref="${getReference(page, anchor)}">\n${pars.join("\n")}\n</seq>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
<body>
${sequences.join("\n")}
</body>
</smil>
`;

  function writePar({ id, begin, end, isPause, kind, audio }: Piece, number: number): string {
    const type = getEpubType(kind);
    const typeAttribute = type === null ? "" : ` epub:type="${type}"`;
    const audioSrc = escapeAttribute(getRelativeReference(overlay.path, overlay.audioFiles[audio] ?? ""));
    return `<par id="${isPause ? "pause" : "part"}-${number}"${typeAttribute}><text src="${getReference(page, id)}"/><audio src="${audioSrc}" clipBegin="${writeClock(begin)}" clipEnd="${writeClock(end)}"/></par>`;
  }
}

const getReference = (page: string, id: string) => escapeAttribute(`${page}#${encodeURI(id)}`);

interface Piece extends SpokenPart {
  readonly id: string;
}

function getPieces(part: SpokenPart, elements: readonly SentenceElement[]): Piece[] {
  const totalCharacters = elements.reduce((sum, { characters }) => sum + characters, 0) || 1;
  let before = 0;
  return elements.map(({ id, characters }, index) => {
    const getTime = (fraction: number) => part.begin + ((part.end - part.begin) * fraction) / totalCharacters;
    const beginSeconds = getTime(before);
    before += characters;
    return {
      ...part,
      id,
      begin: beginSeconds,
      end: index === elements.length - 1 ? part.end : getTime(before),
    };
  });
}
