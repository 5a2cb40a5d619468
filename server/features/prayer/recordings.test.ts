import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect } from "vitest";
import { RecordingId } from "#shared/prayer/alert-settings.ts";
import { maxRecordingBytes, type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { checkStoredFiles, deleteOrphans } from "#server/features/book-import/delete-orphans.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { canMakeTones, makeTone } from "#server/testing/books/tones.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { listRecordings, addRecording, updateRecording, orderRecordings, deleteRecording } =
  recordingsContract;
const text = {
  kind: "athan",
  title: "Athan of the old town",
  licence: "The reciter's own, given in writing",
} as const;
const getUploadUrl = (more: object = {}) =>
  `/api/prayer/recordings?${new URLSearchParams({ ...text, ...more })}`;
let hertz = 300;

/** Uploads bytes as an employee. */
async function send(app: TestApp, body: BodyInit, type = "audio/mpeg", url = getUploadUrl()) {
  const employee = await app.make.user({ isEmployee: true });
  const response = await app.fetch(url, {
    method: "POST",
    as: employee,
    body,
    headers: { "Content-Type": type },
  });
  return { status: response.status, reply: (await response.json()) as { code?: string; message: string } };
}

async function createRecording(app: TestApp, more: Partial<Recording> = {}): Promise<Recording> {
  const employee = await app.make.user({ isEmployee: true });
  const { kind = text.kind, title = text.title, isFajr = false } = more;
  hertz += 10;
  const blob = makeTone({ extension: "mp3", hertz });
  return app.as(employee)(addRecording, { query: { ...text, kind, title, isFajr }, audio: blob });
}

const listStored = async ({ services }: TestApp) => {
  const keys = [];
  for await (const key of services.storage.list("recording")) keys.push(key);
  return keys;
};

describe.skipIf(!canMakeTones)("recordings of prayer calls", () => {
  test("are uploaded by an employee and public, also in ranges", async ({ app }) => {
    const recording = await createRecording(app, { title: "أذان الفجر", isFajr: true });

    expect(recording).toMatchObject({
      kind: "athan",
      isFajr: true,
      title: "أذان الفجر",
      licence: text.licence,
    });
    expect(Math.abs(recording.seconds - 2)).toBeLessThan(0.1);
    expect(await app.as(null)(listRecordings, {})).toContainEqual(recording);
    const url = `/api/prayer/recordings/${recording.id}/audio`;
    const fullReply = await app.fetch(url);
    const bytes = Buffer.from(await fullReply.arrayBuffer());
    expect([fullReply.status, fullReply.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
    expect(fullReply.headers.get("content-security-policy")).toContain("sandbox");
    const part = await app.fetch(url, { headers: { Range: "bytes=100-199" } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(100, 200)]);
    const known = await app.fetch(url, {
      headers: { "If-None-Match": fullReply.headers.get("etag") ?? "" },
    });
    expect(known.status).toBe(304);
  });

  test.for(["mp3", "m4a", "ogg", "flac", "wav", "aac"] as const)(
    "of the kind %s play in every browser",
    async (extension, { app }) => {
      const { status, reply } = await send(
        app,
        makeTone({ extension, hertz: 700 + extension.charCodeAt(0) + extension.charCodeAt(1) }),
      );

      expect(status).toBe(200);
      const response = await app.fetch(`/api/prayer/recordings/${(reply as unknown as Recording).id}/audio`);
      expect(response.headers.get("content-type")).toBe("audio/mpeg");
      await response.arrayBuffer();
    },
  );

  test.for([
    ["mp3", ["-id3v2_version", "4", "-write_id3v1", "1"]],
    ["m4a", ["-c:a", "aac"]],
    ["ogg", []],
  ] as const)("lose the tags of their %s", async ([extension, form], { app }) => {
    const ffmpegArgs = [...form, "-metadata", "title=SECRET-TITLE", "-metadata", "comment=SECRET-HOME"];
    const tagged = makeTone({ extension, hertz: 910 + extension.charCodeAt(1), ffmpegArgs });
    expect(Buffer.from(await tagged.arrayBuffer()).includes("SECRET-HOME")).toBe(true);

    const { reply } = await send(app, tagged);

    const response = await app.fetch(`/api/prayer/recordings/${(reply as unknown as Recording).id}/audio`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).includes("SECRET")).toBe(false);
  });

  test("are stripped of data around the audio", async ({ app }) => {
    const page = "<html><script>SECRET()</script></html>".repeat(30);
    const audio = Buffer.from(await makeTone({ extension: "mp3", hertz: 950 }).arrayBuffer());
    const [first, second] = [audio.subarray(0, audio.length / 2), audio.subarray(audio.length / 2)];
    const parts = [page, first, page, second, page].map((part) => new Uint8Array(Buffer.from(part)));

    const { status, reply } = await send(app, new Blob(parts));

    expect(status).toBe(200);
    const response = await app.fetch(`/api/prayer/recordings/${(reply as unknown as Recording).id}/audio`);
    expect(Buffer.from(await response.arrayBuffer()).includes("script")).toBe(false);
  });

  test("are rejected when not audio, with the reason", async ({ app }) => {
    const tone = Buffer.from(await makeTone({ extension: "m4a", hertz: 920, seconds: 20 }).arrayBuffer());
    const wav = Buffer.from(await makeTone({ extension: "wav", hertz: 920 }).arrayBuffer());
    const mp3 = Buffer.from(await makeTone({ extension: "mp3", hertz: 920, seconds: 20 }).arrayBuffer());
    const videoArgs = ["-f", "lavfi", "-i", "testsrc=duration=2:size=64x64:rate=5", "-c:v", "mpeg4"];
    const playlist = "#EXTM3U\n#EXTINF:1,\n/etc/passwd\n";
    const rejected: readonly (readonly [string, BodyInit, RegExp])[] = [
      ["a text", "Allahu akbar, written down. ".repeat(100), /not an audio file/],
      ["a list of files", playlist, /not an audio file/],
      ["an EPUB", await createEpub(), /not an audio file/],
      ["nothing", "", /empty/],
      ["a film", makeTone({ extension: "mp4", ffmpegArgs: videoArgs }), /video/],
      ["half an M4A", new Uint8Array(tone.subarray(0, tone.length / 2)), /damaged|incomplete/],
      ["half a WAV", new Uint8Array(wav.subarray(0, wav.length / 2)), /ends too early/],
      ["half an MP3", new Uint8Array(mp3.subarray(0, mp3.length / 2)), /ends too early/],
      ["a WAV without audio", new Uint8Array(makeEmptyWav()), /contains no audio/],
      ["audio of one sample a second", new Uint8Array(makeSlowWav()), /damaged/],
    ];

    for (const [name, body, sentence] of rejected) {
      const { status, reply } = await send(app, body);

      expect([name, status, reply.code]).toEqual([name, 422, "unprocessable_file"]);
      expect(reply.message).toMatch(sentence);
    }
    expect(await listStored(app)).toHaveLength((await app.as(null)(listRecordings, {})).length);
  });

  test("are rejected above 20 MB and in other types, before storage", async ({ app }) => {
    const before = await listStored(app);
    const large = await send(app, new Uint8Array(maxRecordingBytes + 1));
    const typed = await send(app, makeTone({ extension: "mp3" }), "video/mp4");
    const json = await send(app, "{}", "application/json");

    expect([large.status, large.reply.message]).toEqual([413, "This file is too large: 20 MB maximum."]);
    expect([typed.status, json.status]).toEqual([415, 415]);
    expect(typed.reply.message).toMatch(/^Send the audio file/);
    expect(await listStored(app)).toEqual(before);
  });

  test("require a licence note, a title and a known kind", async ({ app }) => {
    const blob = makeTone({ extension: "mp3" });

    for (const more of [{ licence: "" }, { title: "  " }, { kind: "song" }, { owner: "me" }]) {
      expect((await send(app, blob, "audio/mpeg", getUploadUrl(more))).status).toBe(400);
    }
  });

  test("are stored once", async ({ app }) => {
    const blob = makeTone({ extension: "mp3", hertz: 1500 });
    await send(app, blob);

    const again = await send(app, blob);

    expect([again.status, again.reply.code]).toEqual([409, "conflict"]);
    expect(await listStored(app)).toHaveLength((await app.as(null)(listRecordings, {})).length);
  });

  test("are reordered completely or not at all", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    await createRecording(app);
    await createRecording(app);
    const ids = (await app.as(null)(listRecordings, {})).map(({ id }) => id);
    const reversed = [...ids].reverse();

    const ordered = await app.as(employee)(orderRecordings, { body: { ids: reversed } });

    expect(ordered.map(({ id, position }) => [id, position])).toEqual(reversed.map((id, n) => [id, n + 1]));
    expect((await app.as(null)(listRecordings, {})).map(({ id }) => id)).toEqual(reversed);
    const some = RecordingId.parse("00000000-0000-4000-8000-000000000000");
    for (const wrong of [ids.slice(1), [...ids.slice(1), some], [...ids.slice(1), ids[1] ?? some]]) {
      await expect(app.as(employee)(orderRecordings, { body: { ids: wrong } })).rejects.toMatchObject({
        status: 409,
      });
    }
  });

  test("are renamed, and lose Fajr when they become a takbir", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const recording = await createRecording(app, { isFajr: true });
    const as = app.as(employee);
    const params = { recordingId: recording.id };

    const renamed = await as(updateRecording, { params, body: { title: "Other", licence: "CC0" } });
    const takbir = await as(updateRecording, { params, body: { kind: "takbir" } });

    expect(renamed).toEqual({ ...recording, title: "Other", licence: "CC0" });
    expect(takbir).toMatchObject({ kind: "takbir", isFajr: false });
    await expect(as(updateRecording, { params, body: { isFajr: true } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test("are deleted by an admin with their file, and the rest moves up", async ({ app }) => {
    const admin = await app.make.user({ isAdmin: true });
    const [first, second] = [await createRecording(app), await createRecording(app)];

    await app.as(admin)(deleteRecording, { params: { recordingId: first.id } });

    const remaining = await app.as(null)(listRecordings, {});
    expect(remaining.map(({ position }) => position)).toEqual(remaining.map((_, n) => n + 1));
    expect(remaining.map(({ id }) => id)).toContain(second.id);
    expect((await app.fetch(`/api/prayer/recordings/${first.id}/audio`)).status).toBe(404);
    expect(await listStored(app)).toHaveLength(remaining.length);
    await expect(app.as(admin)(deleteRecording, { params: { recordingId: first.id } })).rejects.toMatchObject(
      { status: 404 },
    );
  });

  test("are changed by employees and deleted by admins only", async ({ app }) => {
    const recording = await createRecording(app);
    const params = { recordingId: recording.id };
    const blob = makeTone({ extension: "mp3", hertz: 2000 });
    const people = [
      [null, 401, 401],
      [await app.make.user(), 403, 403],
      [await app.make.user({ isAuthor: true }), 403, 403],
      [await app.make.user({ isEmployee: true }), 0, 403],
    ] as const;

    for (const [person, rejection, removal] of people) {
      const as = app.as(person);
      const calls = [
        as(addRecording, { query: text, audio: blob }),
        as(updateRecording, { params, body: { title: "Mine" } }),
        as(orderRecordings, { body: { ids: [] } }),
      ];
      for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
        if (rejection) expect([status, reason.status]).toEqual(["rejected", rejection]);
        else expect([401, 403]).not.toContain(reason?.status);
      }
      await expect(as(deleteRecording, { params })).rejects.toMatchObject({ status: removal });
    }
  });

  test("are known to the sweep and the file check", async ({ app }) => {
    await createRecording(app);
    app.setClock(new Date(Date.now() + 7_200_000));

    const removedFiles = await deleteOrphans(app.services);

    expect(removedFiles).toBe(0);
    expect(await checkStoredFiles(app.services, { readsContent: true })).toEqual({
      missing: [],
      altered: [],
      untracked: [],
    });
  });
});

async function createEpub(): Promise<Blob> {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-epub-"));
  const file = path.join(folder, "book.epub");
  await writeSmallEpub(file, { title: "A book" });
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return new Blob([new Uint8Array(bytes)]);
}

/** A header without audio data. */
function makeSlowWav(): Buffer {
  const head = Buffer.from(makeEmptyWav());
  head.writeUInt32LE(36 + 3_400, 4);
  head.writeUInt32LE(1, 24);
  head.writeUInt32LE(2, 28);
  head.writeUInt32LE(3_400, 40);
  return Buffer.concat([head, Buffer.alloc(3_400, 0x55)]);
}

function makeEmptyWav(): Buffer {
  return execFileSync("ffmpeg", [
    "-nostdin",
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    "anullsrc=r=8000:cl=mono",
    "-t",
    "0",
    "-fflags",
    "+bitexact",
    "-f",
    "wav",
    "-",
  ]);
}
