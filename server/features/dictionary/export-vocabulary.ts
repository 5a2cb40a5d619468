import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { User } from "#shared/accounts/user.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import type { Services } from "#server/services.ts";
import { listWordRows, type WordRow } from "./vocabulary-queries.ts";

const pageSize = 500;

/** Exports all words for Anki, latest first. */
export async function exportVocabulary({ res, settings, clock, db, user }: HttpContext): Promise<void> {
  sendAsUpload(res, `${settings.productName} vocabulary ${clock().toISOString().slice(0, 10)}.tsv`);
  res.setHeader("Content-Type", "text/tab-separated-values; charset=utf-8");
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  await pipeline(Readable.from(writeTsv(db, user)), res).catch(() => res.destroy());
}

/** The comments tell Anki how to read the file, and its fields apart. */
async function* writeTsv(db: Services["db"], user: User): AsyncGenerator<string> {
  yield "#separator:tab\n#html:false\n#columns:Word\tMeaning\tSentence\tBook\tNote\n";
  let after: TimeAndId | undefined;
  for (;;) {
    const page = await listWordRows(
      db,
      user.id,
      { search: null, word: null, bookId: undefined, after },
      pageSize,
    );
    yield page.map(toLine).join("");
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = [last.savedText, last.id];
  }
}

const toLine = ({ word, headword, definition, sentence, title, note }: WordRow) => {
  const meaning =
    headword && headword !== word ? [headword, definition].filter(Boolean).join(": ") : definition;
  return `${[word, meaning, sentence, title ?? "", note].map(escapeField).join("\t")}\n`;
};

/** Quotes what would end a field or a line, and what would start a comment or a formula. */
const escapeField = (text: string) => {
  const safe = /^[\s\p{Cf}]*[=+\-@|%]/u.test(text) ? `'${text}` : text;
  return /["\t\r\n]|^#/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
