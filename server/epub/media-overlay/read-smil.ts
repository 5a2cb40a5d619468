import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";
import { isExternal, resolvePath } from "#shared/epub/package/resolve-href.ts";
import type { OverlayKind } from "#shared/reader/overlay.ts";
import { getOverlayKind } from "./epub-types.ts";
import { parseClock } from "./smil-clock.ts";

/** A `par` of a media overlay. */
export interface SmilClip {
  readonly id: string;
  readonly text: { readonly path: string; readonly element: string };
  readonly audio: string;
  /** Seconds. */
  readonly begin: number;
  /** Null for the end of the file. */
  readonly end: number | null;
  readonly kind: OverlayKind;
  /** The number of the enclosing chapter `seq`, from 1; 0 for none. */
  readonly chapter: number;
  /** Whether the `seq` continues a chapter from another page. */
  readonly continues: boolean;
}

/** A parsed media overlay; invalid parts are skipped and counted. */
export interface Smil {
  readonly clips: readonly SmilClip[];
  readonly skipped: { readonly external: number; readonly untimed: number; readonly textless: number };
}

const maxLevels = 100;
const maxElements = 200_000;

/**
 * Parses a media overlay, however broken, as a stream of tags. Document types and entities are ignored and
 * nothing is fetched.
 *
 * @param path in the EPUB
 * @throws {Error} for markup made to exhaust the parser
 */
export function readSmil(markup: string, path: string): Smil {
  const smilParser = new SmilParser(path);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => smilParser.open(getLocalName(name), attributes),
      onclosetag: () => smilParser.close(),
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(markup);
  return smilParser;
}

interface OpenElement {
  readonly name: string;
  readonly kind: OverlayKind;
  readonly chapter: number;
  readonly continues: boolean;
}

/** The continuation class of `write-smil.ts`. */
const continuationName = /^chapter-\d+-continued$/;

interface OpenPar {
  readonly id: string;
  text: SmilClip["text"] | null;
  audio: Pick<SmilClip, "audio" | "begin" | "end"> | null;
  isExternal: boolean;
  isUntimed: boolean;
}

class SmilParser implements Smil {
  readonly clips: SmilClip[] = [];
  readonly skipped = { external: 0, untimed: 0, textless: 0 };
  readonly #path: string;
  readonly #stack: OpenElement[] = [];
  #elements = 0;
  #chapters = 0;
  #par: OpenPar | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#elements > maxElements || this.#stack.length > maxLevels)
      throw new Error("The SMIL document is too large");
    const getOwnAttribute = (requested: string) => getAttribute(attributes, requested);
    const parent = this.#stack.at(-1);
    const type = getOwnAttribute("type");
    const isChapter = name === "seq" && /(?:^|\s)chapter(?:\s|$)/.test(type);
    this.#stack.push({
      name,
      kind: getOverlayKind(type) || (parent?.kind ?? ""),
      chapter: isChapter ? ++this.#chapters : (parent?.chapter ?? 0),
      continues:
        parent?.continues === true || (name === "seq" && continuationName.test(getOwnAttribute("id"))),
    });
    if (name === "par")
      this.#par = { id: getOwnAttribute("id"), text: null, audio: null, isExternal: false, isUntimed: false };
    if (name === "text" && this.#par) this.#par.text ??= this.#getText(getOwnAttribute("src"));
    if (name === "audio" && this.#par && !this.#par.audio) this.#addAudio(this.#par, getOwnAttribute);
  }

  close(): void {
    const closed = this.#stack.pop();
    if (closed?.name !== "par" || !this.#par) return;
    const { id, text, audio, ...faults } = this.#par;
    this.#par = null;
    if (faults.isExternal) this.skipped.external++;
    else if (faults.isUntimed) this.skipped.untimed++;
    else if (audio && !text) this.skipped.textless++;
    else if (audio && text) {
      const { kind, chapter, continues } = closed;
      this.clips.push({ id, text, ...audio, kind, chapter, continues });
    }
  }

  #getText(src: string): SmilClip["text"] | null {
    const path = src.trim() === "" ? null : resolvePath(this.#path, src);
    if (path === null) return null;
    const [, fragment = ""] = /#(.*)$/s.exec(src.trim()) ?? [];
    return { path, element: decode(fragment) };
  }

  #addAudio(par: OpenPar, attribute: (name: string) => string): void {
    const src = attribute("src");
    par.isExternal = isExternal(src);
    const path = src.trim() === "" ? null : resolvePath(this.#path, src);
    const begin = parseClock(attribute("clipBegin") || "0");
    const end = attribute("clipEnd") === "" ? null : parseClock(attribute("clipEnd"));
    const isTimed = begin !== null && (attribute("clipEnd") === "" || (end !== null && end > begin));
    par.isUntimed = !isTimed;
    if (path !== null && isTimed) par.audio = { audio: path, begin, end };
  }
}

const getLocalName = (name: string) => name.slice(name.indexOf(":") + 1);

function getAttribute(attributes: Readonly<Record<string, string>>, requested: string): string {
  const name = Object.keys(attributes).find((each) => getLocalName(each) === requested);
  return name === undefined ? "" : decodeHTMLStrict(attributes[name] ?? "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
