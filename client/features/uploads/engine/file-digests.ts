import { uploadBlockBytes } from "#shared/uploads/contract.ts";

const edgeBytes = 65_536;

/** Only secure contexts have it; uploads over plain HTTP go without digests. */
const canDigest = () => globalThis.crypto?.subtle !== undefined;

const computeDigest = async (blob: Blob) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** A digest of the first and the last 64 kB; empty where the browser cannot compute one. */
export async function computeEdgeDigest(file: Blob): Promise<string> {
  if (!canDigest()) return "";
  return toHex(await computeDigest(new Blob([file.slice(0, edgeBytes), file.slice(-edgeBytes)])));
}

/** The value of `Upload-Checksum`; null where the browser cannot compute one. */
export async function computeChunkChecksum(chunk: Blob): Promise<string | null> {
  return canDigest() ? `sha256 ${toBase64(await computeDigest(chunk))}` : null;
}

/** The digest of a file as in `shared/uploads/contract.ts`; null where the browser cannot compute one. */
export async function computeFileDigest(file: Blob): Promise<string | null> {
  if (!canDigest()) return null;
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < file.size; from += uploadBlockBytes) {
    blocks.push(await computeDigest(file.slice(from, from + uploadBlockBytes)));
  }
  return toHex(await computeDigest(new Blob(blocks)));
}
