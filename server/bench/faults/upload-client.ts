import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type UploadSet, uploadBlockBytes } from "#shared/uploads/contract.ts";

const retryMs = 300;
const maxRetries = 200;

interface UploadClient {
  readonly baseUrl: string;
  readonly cookie: string;
}

/** Uploads a file by tus and resumes after every failure, as the browser does. */
export async function uploadFile(
  { baseUrl, cookie }: UploadClient,
  file: string,
  name: string,
): Promise<{ readonly set: UploadSet; readonly sentBytes: number }> {
  const headers = { Cookie: cookie, Origin: baseUrl };
  const json = { ...headers, "Content-Type": "application/json" };
  const tus = { ...headers, "Tus-Resumable": "1.0.0" };
  const handle = await open(file);
  const { size } = await handle.stat();
  let sentBytes = 0;

  async function retryUntilAnswered<T>(callback: () => Promise<T | null>): Promise<T> {
    for (let retry = 0; retry < maxRetries; retry++) {
      const result = await callback().catch(() => null);
      if (result !== null) return result;
      await sleep(retryMs);
    }
    throw new Error(`${name}: no answer after ${maxRetries} attempts`);
  }

  const body = JSON.stringify({ title: name, files: [{ path: `${name}.m4b`, bytes: size }] });
  const set = await retryUntilAnswered(async () => {
    const reply = await fetch(`${baseUrl}/api/upload-sets`, { method: "POST", body, headers: json });
    return reply.ok ? ((await reply.json()) as UploadSet) : null;
  });
  const url = `${baseUrl}/api/uploads/${set.files[0]?.id}`;
  const getOffset = () =>
    retryUntilAnswered(async () => {
      const reply = await fetch(url, { method: "HEAD", headers: tus });
      return reply.ok ? Number(reply.headers.get("upload-offset")) : null;
    });
  try {
    for (let offset = await getOffset(); offset < size; ) {
      const block = Buffer.alloc(Math.min(uploadBlockBytes, size - offset));
      await handle.read(block, 0, block.length, offset);
      const reply = await fetch(url, {
        method: "PATCH",
        body: new Uint8Array(block),
        headers: {
          ...tus,
          "Upload-Offset": String(offset),
          "Content-Type": "application/offset+octet-stream",
        },
      }).catch(() => null);
      sentBytes += block.length;
      offset = reply?.status === 204 ? offset + block.length : await getOffset();
    }
  } finally {
    await handle.close();
  }
  const finished = await retryUntilAnswered(async () => {
    const reply = await fetch(`${baseUrl}/api/upload-sets/${set.id}/finish`, {
      method: "POST",
      body: "{}",
      headers: json,
    });
    const state = reply.ok ? ((await reply.json()) as UploadSet) : null;
    return state && state.state !== "processing" && state.state !== "open" ? state : null;
  });
  return { set: finished, sentBytes };
}
