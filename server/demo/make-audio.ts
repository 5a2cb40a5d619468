import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getSentences } from "#shared/reader/sentences.ts";
import { type Narration, narrate, type Voices, writeWav } from "./narrate.ts";

// Regenerates the demo recordings: `npx tsx server/demo/make-audio.ts [slug ...]`. The results are committed.
// Needs Debian's `flite`, `espeak-ng` and `ffmpeg`.

interface Recording {
  readonly slug: string;
  /** `script` has no ebook; `text` is what readers see, so that a sync map is written. */
  readonly from: "text" | "script";
  readonly voices: Voices;
  /** An MP3 for each chapter, or one M4B with chapters. */
  readonly format: "mp3" | "m4b";
}

const recordings: readonly Recording[] = [
  { slug: "five-daily-prayers", from: "text", voices: { narrator: "slt" }, format: "m4b" },
  { slug: "letters-from-the-road", from: "text", voices: { narrator: "slt" }, format: "mp3" },
  { slug: "the-well-and-the-merchant", from: "script", voices: { narrator: "rms" }, format: "mp3" },
  { slug: "calligraphers-apprentice", from: "script", voices: { narrator: "rms" }, format: "m4b" },
  {
    slug: "the-lamplighters-daughter",
    from: "text",
    voices: { narrator: "slt", dialogue: "rms" },
    format: "m4b",
  },
  { slug: "the-bridge-of-ropes", from: "text", voices: { narrator: "slt", dialogue: "rms" }, format: "m4b" },
  { slug: "the-last-lamp", from: "text", voices: { narrator: "slt", dialogue: "rms" }, format: "m4b" },
  {
    slug: "the-carpet-with-one-mistake",
    from: "text",
    voices: { narrator: "slt", dialogue: "awb" },
    format: "mp3",
  },
  { slug: "the-elephant-clock", from: "text", voices: { narrator: "rms" }, format: "mp3" },
  { slug: "the-man-who-kept-walking", from: "text", voices: { narrator: "rms" }, format: "mp3" },
  { slug: "the-borrowed-lamp", from: "text", voices: { narrator: "slt" }, format: "mp3" },
  { slug: "the-man-who-looked-at-light", from: "text", voices: { narrator: "rms" }, format: "mp3" },
  { slug: "sullam-al-qamar", from: "text", voices: { narrator: "espeak-ar" }, format: "mp3" },
];

const selectedSlugs = process.argv.slice(2);
const selected = recordings.filter(({ slug }) => !selectedSlugs.length || selectedSlugs.includes(slug));

const library = path.resolve("server/demo/library");

interface Chapter {
  readonly name: string;
  readonly title: string;
  readonly narration: Narration;
  readonly sentences: readonly string[];
}

for (const { slug, from, voices, format } of selected) {
  const folder = path.join(library, slug);
  const metadata = JSON.parse(readFileSync(path.join(folder, "maktaba.json"), "utf8"));
  const chapters = readTexts(path.join(folder, from)).map(({ name, title, blocks }, index): Chapter => {
    const sentences = getSentences(index, blocks);
    const narration = narrate(
      sentences.map(({ text }) => text),
      voices,
    );
    return { name, title, narration, sentences: sentences.map(({ id }) => id) };
  });

  const audio = path.join(folder, "audio");
  rmSync(audio, { recursive: true, force: true });
  mkdirSync(audio);
  const work = mkdtempSync(path.join(tmpdir(), "recording-"));
  for (const chapter of chapters) writeWav(chapter.narration.samples, path.join(work, `${chapter.name}.wav`));
  const album = { title: metadata.title, author: metadata.contributors[0].name };
  if (format === "mp3") writeMp3s(chapters, work, audio, album);
  else writeM4b(chapters, work, path.join(audio, `${slug}.m4b`), album);
  rmSync(work, { recursive: true });
  if (from === "text") writeSync(chapters, path.join(folder, "sync.json"));
}

interface Album {
  readonly title: string;
  readonly author: string;
}

function readTexts(folder: string) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return files.sort().map((file) => {
    const blocks = readFileSync(path.join(folder, file), "utf8")
      .trim()
      .split(/\n\s*\n/)
      .filter((block) => !block.startsWith("!["))
      .map((block) => block.replace(/^#\s*/, "").replaceAll("\n", " ").replaceAll("*", ""));
    return { name: path.basename(file, ".md"), title: blocks[0] ?? "", blocks };
  });
}

function writeMp3s(chapters: readonly Chapter[], work: string, audio: string, album: Album): void {
  chapters.forEach(({ name, title }, index) => {
    const tags = {
      title,
      artist: album.author,
      album: album.title,
      track: `${index + 1}/${chapters.length}`,
    };
    runFfmpeg([
      "-i",
      path.join(work, `${name}.wav`),
      "-c:a",
      "libmp3lame",
      "-b:a",
      "24k",
      "-ac",
      "1",
      ...Object.entries(tags).flatMap(([key, value]) => ["-metadata", `${key}=${value}`]),
      "-map_metadata",
      "-1",
      path.join(audio, `${name}.mp3`),
    ]);
  });
}

function writeM4b(chapters: readonly Chapter[], work: string, file: string, album: Album): void {
  const list = path.join(work, "list.txt");
  writeFileSync(list, chapters.map(({ name }) => `file '${path.join(work, `${name}.wav`)}'`).join("\n"));
  const meta = path.join(work, "chapters.txt");
  writeFileSync(meta, getChapterMetadata(chapters, album));
  runFfmpeg([
    "-f",
    "concat",
    "-safe",
    "0",
    "-i",
    list,
    "-i",
    meta,
    "-map",
    "0:a",
    "-map_metadata",
    "1",
    "-c:a",
    "aac",
    "-b:a",
    "28k",
    "-ac",
    "1",
    "-movflags",
    "+faststart",
    "-f",
    "mp4",
    file,
  ]);
}

function getChapterMetadata(chapters: readonly Chapter[], { title, author }: Album): string {
  let at = 0;
  const marks = chapters.map((chapter) => {
    const start = at;
    at += getLengthMs(chapter);
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${at}\ntitle=${chapter.title}`;
  });
  return `;FFMETADATA1\ntitle=${title}\nartist=${author}\nalbum=${title}\n${marks.join("\n")}\n`;
}

function getLengthMs({ narration }: Chapter): number {
  return Math.round(narration.samples.length / 16);
}

function writeSync(chapters: readonly Chapter[], file: string): void {
  const lines = chapters.map(({ sentences, narration }, index) => {
    const timed = sentences.map((id, n) => [id, ...(narration.times[n] ?? [0, 0]), 1]);
    return `    { "chapterNumber": ${index + 1}, "sentences": ${JSON.stringify(timed)} }`;
  });
  writeFileSync(file, `{\n  "source": "narrated",\n  "chapters": [\n${lines.join(",\n")}\n  ]\n}\n`);
}

function runFfmpeg(args: readonly string[]): void {
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);
}
