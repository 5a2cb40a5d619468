import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import type { Bench } from "#server/bench/core/bench.ts";
import { compare, size } from "#server/bench/core/load.ts";
import { startRaw } from "#server/bench/raw/raw.ts";
import { createKey } from "#server/storage/keys.ts";
import { hasNginx, runNginx } from "#server/testing/peers/nginx.ts";

const megabytes = size(200, 60);
const middle = 50e6;
const rounds = size(7, 1);
const shortReads = size(30, 5);

/** 150 MB from the middle of an audio file, against node:http and nginx on the same file. */
export async function ranges(bench: Bench): Promise<void> {
  bench.step(`storing ${megabytes} MB`);
  const { url, file } = await storeRecording(bench);
  const { baseUrl } = await bench.startServer();
  const { cookie } = await bench.signIn();
  const raw = await startRaw(bench, { file });
  const getRate = async (from: string, ownCookie = "") => {
    const { ms, length } = await getRange(from, `${middle}-`, ownCookie);
    return length / 1e3 / ms;
  };
  const getOwnRate = () => getRate(baseUrl + url, cookie);
  const compareWith = (other: string) => compare(getOwnRate, () => getRate(other), rounds);
  const toRaw = await compareWith(raw);
  bench.figures(["ratio to raw", toRaw.ratio, "", "≥ 0.95"]);
  if (hasNginx) {
    const site = (port: number) => `server { listen 127.0.0.1:${port}; root ${path.dirname(file)}; }`;
    const nginx = await runNginx((port) => `sendfile on; tcp_nopush on; ${site(port)}`);
    bench.atEnd(() => nginx.stop());
    const toNginx = await compareWith(`${nginx.url}/${path.basename(file)}`);
    bench.figures(["ratio", toNginx.ratio, "", "≥ 0.5"]);
  } else bench.note("nginx is not installed, so there is nothing to compare with");

  const getFirstByte = async (from: string, ownCookie = "") => {
    const start = middle + randomInt(middle / 10);
    return (await getRange(from, `${start}-${start + 65_535}`, ownCookie)).firstByteMs;
  };
  const first = await compare(
    () => getFirstByte(baseUrl + url, cookie),
    () => getFirstByte(raw),
    shortReads,
  );
  bench.figures(
    ["first byte, median", first.own, "ms", "≤ 20"],
    ["first byte, ratio to raw", first.ratio, "", "≤ 2"],
  );
}

async function storeRecording(bench: Bench): Promise<{ readonly url: string; readonly file: string }> {
  const { disk } = bench.services.storageDrivers;
  const piece = randomBytes(1e6);
  const content = Readable.from(Array.from({ length: megabytes }, () => piece));
  const { key, bytes, sha256 } = await disk.put(createKey("audio", "mp3"), content);
  const { id } = await bench.make.audiobook({ chapters: 1 });
  const update =
    "update audio_files set storage_key = $2, bytes = $3, sha256 = $4 where book_id = $1 returning id";
  const audioId = await bench.get(update, [id, key, bytes, sha256]);
  return { url: `/media/${id}/${audioId}`, file: disk.localPath(key) };
}

/**
 * Reads a range, such as `0-99`; the content of one without an end is not stored.
 *
 * @throws {Error} when the reply is not a range
 */
export async function getRange(url: string, range: string, cookie = "") {
  const from = performance.now();
  const request = get(url, { headers: { range: `bytes=${range}`, cookie } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 206) throw new Error(`${url} answered ${response.statusCode}`);
  const chunks: Buffer[] = [];
  let [length, firstByteMs] = [0, 0];
  response.on("data", (chunk: Buffer) => {
    firstByteMs ||= performance.now() - from;
    length += chunk.length;
    if (!range.endsWith("-")) chunks.push(chunk);
  });
  await once(response, "end");
  return { firstByteMs, ms: performance.now() - from, length, content: Buffer.concat(chunks) };
}
