import type { Direction } from "#shared/books/book.ts";
import { isArabicScript, isRightToLeft } from "#shared/books/script.ts";
import { isGeneratedCover } from "#shared/books/urls.ts";
import type { BookCheck, BookFields, CheckCode, CheckSeverity } from "#shared/publishing/publishing-book.ts";
import type { BookContent, BookRow } from "./queries.ts";

interface CheckedBook {
  readonly row: Pick<BookRow, "hasEbook" | "hasAudiobook" | "coverHash" | "revisionOf">;
  readonly fields: BookFields;
  readonly content: Pick<BookContent, "text" | "parts" | "audio">;
  readonly duplicates: readonly { title: string; isSameFile: boolean; isSameIsbn: boolean }[];
}

const maxWarnings = 10;
const minDescriptionLength = 80;

/** The checks of a revision: its other fields are those of the book. */
const fileChecks: readonly CheckCode[] = [
  "content-missing",
  "contents-missing",
  "chapters-missing",
  "chapter-untitled",
  "file-warning",
  "link-broken",
  "audio-silence",
  "audio-clipping",
  "audio-loudness",
  "files-unchecked",
];

/** Problems to fix before a book is published, the most important first. */
export function checkBook(checked: CheckedBook): BookCheck[] {
  const found = checkAll(checked);
  return checked.row.revisionOf === null ? found : found.filter(({ code }) => fileChecks.includes(code));
}

function checkAll({ row, fields, content, duplicates }: CheckedBook): BookCheck[] {
  const found: BookCheck[] = [];
  const add = (code: CheckCode, severity: CheckSeverity, subject = "", fix: BookCheck["fix"] = null) =>
    found.push({ code, severity, subject, fix, warning: null });
  if (!row.hasEbook && !row.hasAudiobook) add("content-missing", "blocks");
  if (!fields.credits.some(({ role }) => role === "author")) add("author-missing", "blocks");
  if (fields.genres.length === 0) add("genre-missing", "blocks");
  if (fields.licence === "") add("licence-missing", "blocks");
  if (fields.provenance === "") add("provenance-missing", "blocks");
  checkScript(fields, add);
  for (const { title, isSameFile, isSameIsbn } of duplicates) {
    add(isSameFile ? "duplicate-files" : isSameIsbn ? "duplicate-isbn" : "duplicate-title", "warning", title);
  }
  if (row.hasEbook && content.text?.toc.length === 0) add("contents-missing", "warning");
  if (row.hasAudiobook && content.parts.length === 0) add("chapters-missing", "warning");
  for (const { number, title } of content.parts) {
    if (title.trim() === "") add("chapter-untitled", "warning", String(number));
  }
  const warnings = [content.text, ...content.audio].flatMap((file) => file?.warnings ?? []);
  for (const warning of warnings.slice(0, maxWarnings))
    found.push({ code: "file-warning", severity: "warning", subject: "", fix: null, warning });
  checkFiles(content, add);
  if (row.coverHash === "" || isGeneratedCover(row.coverHash)) add("cover-missing", "note");
  if (fields.description.length < minDescriptionLength) add("description-missing", "note");
  return found;
}

/** LUFS; audiobook distributors ask for about −18. */
const loudness = { target: -18, tolerance: 4 };
/** dBFS: full scale but for rounding. */
const fullScale = -0.01;
const maxPerCode = 5;

/** Problems that were measured in the files; see `file-checks`. */
function checkFiles({ text, audio }: CheckedBook["content"], add: Add): void {
  for (const link of text?.brokenLinks?.slice(0, maxPerCode) ?? []) add("link-broken", "warning", link, null);
  const measured = audio.flatMap(({ fileName, measurement }) =>
    measurement ? [{ fileName, ...measurement }] : [],
  );
  const silent = measured.flatMap(({ fileName, silences }) =>
    silences.map(([start, seconds]) => `${fileName} ${formatClockTime(start)} (${Math.round(seconds)} s)`),
  );
  for (const subject of silent.slice(0, maxPerCode)) add("audio-silence", "warning", subject, null);
  const clipped = measured.filter(
    ({ peak, flatFactor }) => peak !== null && peak >= fullScale && flatFactor > 0,
  );
  for (const { fileName } of clipped.slice(0, maxPerCode)) add("audio-clipping", "warning", fileName, null);
  const { target: wanted, tolerance } = loudness;
  const outliers = measured.filter(
    (file) => file.loudness !== null && Math.abs(file.loudness - wanted) > tolerance,
  );
  for (const file of outliers.slice(0, maxPerCode)) {
    add("audio-loudness", "warning", `${file.fileName}: ${file.loudness} LUFS`, null);
  }
  const isUnchecked = measured.length < audio.length || text?.brokenLinks === null;
  if (isUnchecked) add("files-unchecked", "note", "", null);
}

function formatClockTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}

type Add = (code: CheckCode, severity: CheckSeverity, subject: string, fix: BookCheck["fix"]) => void;

/** Compares language and direction with the script of the title. */
function checkScript({ title, language, direction }: BookFields, add: Add): void {
  const letters = title.match(/\p{L}/gu) ?? [];
  if (letters.length < 3) return;
  const arabic = letters.filter((letter) => /\p{Script=Arabic}/u.test(letter)).length;
  const isArabicTitle = arabic > letters.length / 2;
  if (isArabicTitle !== isArabicScript(language) && /^(ar|en)\b/.test(language)) {
    add("language-script", "warning", "", { language: isArabicTitle ? "ar" : "en" });
  }
  const expected: Direction = isRightToLeft(language) ? "rtl" : "ltr";
  if (direction !== expected) add("direction-script", "warning", "", { direction: expected });
}
