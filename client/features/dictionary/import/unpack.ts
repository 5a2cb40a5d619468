import { maxUnpackedBytes } from "./limits.ts";
import { RefusedFile } from "./refused-file.ts";

/** Counts the unpacked bytes of one dictionary. */
export class UnpackBudget {
  #left: number;

  constructor(bytes = maxUnpackedBytes) {
    this.#left = bytes;
  }

  /** @throws {RefusedFile} `unpacksTooLarge` */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new RefusedFile("unpacksTooLarge");
  }
}

/** @throws {RefusedFile} `unpacksTooLarge`; `brokenPart` when the data is not compressed as its name says */
export async function unpack(
  packed: Blob,
  format: "gzip" | "deflate-raw",
  budget: UnpackBudget,
  name: string,
): Promise<Uint8Array> {
  const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
  const chunks: Uint8Array[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return join(chunks);
      budget.spend(value.length);
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof RefusedFile ? error : new RefusedFile("brokenPart", name);
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
