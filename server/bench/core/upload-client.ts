import { type UploadSet, uploadBlockBytes } from "#shared/uploads/contract.ts";
import { waitUntil } from "./load.ts";

/** The API of uploads as the browser uses it. */
export class UploadClient {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, cookie: string) {
    this.#baseUrl = baseUrl;
    this.#headers = { Cookie: cookie, Origin: baseUrl };
  }

  /** @returns null when it was refused */
  async #call(method: string, path: string, body?: object): Promise<UploadSet | null> {
    const headers = { ...this.#headers, "Content-Type": "application/json" };
    const url = `${this.#baseUrl}/api/upload-sets${path}`;
    const reply = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return reply.ok && method === "POST" ? ((await reply.json()) as UploadSet) : null;
  }

  /** Uploads a file in one set and resumes after every failure. @returns the set before it is finished */
  async send(name: string, bytes: number, read: (offset: number, bytes: number) => Promise<Buffer> | Buffer) {
    const files = [{ path: name, bytes }];
    const set = await retry(() => this.#call("POST", "", { title: name, files }));
    const url = `${this.#baseUrl}/api/uploads/${set.files[0]?.id}`;
    const headers = { ...this.#headers, "Tus-Resumable": "1.0.0" };
    let sentBytes = 0;
    for (let offset = 0; offset < bytes; ) {
      const block = await read(offset, Math.min(uploadBlockBytes, bytes - offset));
      const type = { "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" };
      const request = { method: "PATCH", body: new Uint8Array(block), headers: { ...headers, ...type } };
      const reply = await fetch(url, request).catch(() => null);
      sentBytes += block.length;
      offset =
        reply?.status === 204
          ? offset + block.length
          : await retry(async () => {
              const head = await fetch(url, { method: "HEAD", headers });
              return head.ok ? Number(head.headers.get("upload-offset")) : null;
            });
    }
    return { set, sentBytes };
  }

  finish({ id }: UploadSet): Promise<UploadSet> {
    return retry(async () => {
      const set = await this.#call("POST", `/${id}/finish`, {});
      return set && set.state !== "processing" && set.state !== "open" ? set : null;
    });
  }

  async remove({ id }: UploadSet): Promise<void> {
    await this.#call("DELETE", `/${id}`);
  }
}

/** @throws {Error} when there was no answer for a minute */
async function retry<T>(callback: () => Promise<T | null>): Promise<T> {
  let result = null as T | null;
  const isAnswered = await waitUntil(async () => {
    result = await callback();
    return result !== null;
  }, 60_000);
  if (!isAnswered || result === null) throw new Error("The upload was not answered.");
  return result;
}
