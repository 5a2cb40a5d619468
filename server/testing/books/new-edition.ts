import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";

interface Word {
  readonly text: string;
  /** Null for a word that only the revision has. */
  readonly id: number | null;
}
type Paragraph = readonly Word[];
export type Chapter = readonly Paragraph[];

/** Numbers from 0 to 1 that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The paragraphs of each chapter of a demo book. */
export function readDemoBook(name: string): string[][] {
  const folder = path.join(projectRoot, "server", "demo", "library", name, "text");
  return readdirSync(folder)
    .sort()
    .map((file) =>
      readFileSync(path.join(folder, file), "utf8")
        .replace(/[*_`]|^#.*$/gm, "")
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
        .filter((paragraph) => paragraph !== ""),
    );
}

/** The words with ids, by which they are found again in another edition. */
export function toChapters(texts: readonly (readonly string[])[]): Chapter[] {
  let id = 0;
  return texts.map((paragraphs) =>
    paragraphs.map((text) => text.split(" ").map((word) => ({ text: word, id: id++ }))),
  );
}

/** Edits of a book between two editions. */
export class Editor {
  readonly #random = createRandom(7);
  readonly #additions: readonly string[];

  constructor(additions: readonly (readonly string[])[]) {
    this.#additions = additions.flat();
  }

  revise(chapters: readonly Chapter[]): Chapter[] {
    const edited = chapters.map((chapter) => this.#editChapter(chapter));
    const [moved = []] = edited.splice(4, 1);
    edited.splice(10, 0, moved);
    const [split = []] = edited.splice(2, 1);
    const half = split.length >> 1;
    edited.splice(2, 0, split.slice(0, half), split.slice(half));
    const [merged = []] = edited.splice(8, 1);
    edited[7] = [...(edited[7] ?? []), ...merged];
    return [[this.#addParagraph()], ...edited];
  }

  #editChapter(chapter: Chapter): Chapter {
    return chapter.flatMap((paragraph) => {
      const words = paragraph.flatMap((word) => this.#editWord(word));
      const chance = this.#random();
      if (chance < 0.02) return [];
      if (chance < 0.14) return [words, this.#addParagraph()];
      const middle = words.length >> 1;
      return chance < 0.24 && middle > 0 ? [words.slice(0, middle), words.slice(middle)] : [words];
    });
  }

  #editWord(word: Word): Word[] {
    const { text, id } = word;
    const chance = this.#random();
    if (chance < 0.01) return [];
    if (chance < 0.022) return [word, { text: this.#addWord(), id: null }];
    if (chance < 0.05) return [{ text: this.#correct(text), id }];
    if (chance < 0.12) return [{ text: this.#punctuate(text), id }];
    return [{ text: text.replaceAll("'", "’"), id }];
  }

  /** Another letter, as when a typing error is corrected; a vowel sign in Arabic as often. */
  #correct(text: string): string {
    const at = 1 + Math.floor(this.#random() * Math.max(1, text.length - 2));
    const isArabic = /\p{Script=Arabic}/u.test(text);
    if (isArabic && this.#random() < 0.5) return `${text.slice(0, at)}\u064E${text.slice(at)}`;
    return text.slice(0, at) + (isArabic ? "ي" : "e") + text.slice(at + 1);
  }

  #punctuate(text: string): string {
    const bare = text.replace(/[,;:،؛]$/u, "");
    if (bare !== text) return this.#random() < 0.5 ? bare : `${bare};`;
    return /\p{L}$/u.test(text) ? `${text},` : text;
  }

  #addWord = (): string => (this.#additions[0] ?? "").split(" ")[Math.floor(this.#random() * 8)] ?? "and";

  #addParagraph(): Paragraph {
    const text = this.#additions[Math.floor(this.#random() * this.#additions.length)] ?? "";
    return text.split(" ").map((each) => ({ text: each, id: null }));
  }
}

export const toXhtml = (chapters: readonly Chapter[]) =>
  chapters.map((chapter) =>
    chapter.map((words) => `<p>${escapeXml(words.map(({ text }) => text).join(" "))}</p>`).join(""),
  );

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
