import { Blob } from "node:buffer";
import { createHash, webcrypto } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploadBlockBytes } from "#shared/uploads/contract.ts";
import { computeChunkChecksum, computeEdgeDigest, computeFileDigest } from "./file-digests.ts";

const digest = (...parts: readonly Uint8Array[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

// jsdom's files cannot be read as bytes, and it has no Web Cryptography.
const toBlob = (content: BlobPart) => new Blob([content as Uint8Array]) as unknown as globalThis.Blob;

beforeEach(() => {
  vi.stubGlobal("Blob", Blob);
  vi.stubGlobal("crypto", webcrypto);
});
afterEach(() => void vi.unstubAllGlobals());

test("the digest of a file is that of the digests of its blocks", async () => {
  const bytes = new Uint8Array(uploadBlockBytes + 5).fill(7, uploadBlockBytes - 5);

  const found = await computeFileDigest(toBlob(bytes));

  const blocks = [bytes.subarray(0, uploadBlockBytes), bytes.subarray(uploadBlockBytes)];
  expect(found).toBe(digest(...blocks.map((block) => digest(block))).toString("hex"));
});

test("the edge digest reads the first and the last 64 kB", async () => {
  const bytes = new Uint8Array(200_000).fill(1, 65_536, 134_464);
  const edges = digest(bytes.subarray(0, 65_536), bytes.subarray(-65_536)).toString("hex");
  const change = (at: number) => computeEdgeDigest(toBlob(bytes.with(at, 9)));

  expect(await computeEdgeDigest(toBlob(bytes))).toBe(edges);
  expect([await change(65_536), await change(134_463)]).toEqual([edges, edges]);
  for (const at of [0, 65_535, 134_464, 199_999]) expect(await change(at)).not.toBe(edges);
});

test("a chunk is sent with its digest in Base64", async () => {
  const bytes = new Uint8Array([0, 15, 255]);
  expect(await computeChunkChecksum(toBlob(bytes))).toBe(`sha256 ${digest(bytes).toString("base64")}`);
});

test("without Web Cryptography there are no digests", async () => {
  vi.stubGlobal("crypto", {});
  const blob = toBlob("text");
  expect(await computeEdgeDigest(blob)).toBe("");
  expect(await computeChunkChecksum(blob)).toBeNull();
  expect(await computeFileDigest(blob)).toBeNull();
});
