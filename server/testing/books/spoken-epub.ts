import { readFileSync } from "node:fs";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";
import { createZip, type EpubFile, listEpubFiles } from "./epub-files.ts";

interface SpokenEpub {
  /** XHTML inside `body`, one per document: `EPUB/c0.xhtml` and so on. */
  readonly chapters: readonly string[];
  /** The content of each document's overlay, `EPUB/o0.smil` and so on; null for none. */
  readonly smils: ReadonlyArray<string | null>;
  /** File names in the folder `EPUB`; by default `a.mp3` of four seconds. */
  readonly audioFiles?: Readonly<Record<string, Buffer>>;
  readonly title?: string;
  /** Additional metadata. */
  readonly metadata?: string;
  readonly files?: readonly EpubFile[];
}

/** At least four seconds. */
export const readShortAudio = () => readFileSync(getFixturePath("audio/vbr-xing.mp3"));

export const par = (text: string, begin: string, end: string, { audio = "a.mp3" } = {}) =>
  `<par><text src="${text}"/><audio src="${audio}" clipBegin="${begin}" clipEnd="${end}"/></par>`;

/** Writes an EPUB 3 with media overlays. Returns its path. */
export function makeSpokenEpub(input: SpokenEpub): Promise<string> {
  const {
    chapters,
    smils,
    audioFiles = { "a.mp3": readShortAudio() },
    title = "Spoken",
    metadata = "",
  } = input;
  const overlays = smils.flatMap((body, n): EpubFile[] =>
    body === null
      ? []
      : [
          [
            `EPUB/o${n}.smil`,
            `<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>${body}</body></smil>`,
          ],
        ],
  );
  const items = [
    ...smils.map((body, n) =>
      body === null ? "" : `<item id="o${n}" href="o${n}.smil" media-type="application/smil+xml"/>`,
    ),
    ...Object.keys(audioFiles).map((name, n) => `<item id="a${n}" href="${name}" media-type="audio/mpeg"/>`),
  ];
  const files = listEpubFiles({
    chapters,
    metadata: `<dc:title>${title}</dc:title><dc:creator>A. Writer</dc:creator><dc:language>en</dc:language>${metadata}`,
    manifest: items.join(""),
    files: [
      ...overlays,
      ...Object.entries(audioFiles).map(([name, content]): EpubFile => [`EPUB/${name}`, content]),
      ...(input.files ?? []),
    ],
  });
  return createZip(
    files.map(([name, content]) => [
      name,
      name.endsWith(".opf") ? addMediaOverlays(content, smils) : content,
    ]),
  );
}

/** The package document, with the overlays of its documents. */
function addMediaOverlays(content: string | Buffer, smils: SpokenEpub["smils"]): string {
  return smils.reduce<string>(
    (opf, body, n) =>
      body === null ? opf : opf.replace(`href="c${n}.xhtml"`, `href="c${n}.xhtml" media-overlay="o${n}"`),
    content.toString(),
  );
}
