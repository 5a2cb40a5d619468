import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ebook } from "#shared/reader/contract.ts";
import { createEntryLoader } from "./entries.ts";

const ebook = { bookId: "b", version: "v", entries: [["c1.xhtml", 100]] } as unknown as Ebook;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that sends a byte every so often, and the requests that it got. */
function serve(bytes: string, everyMs: number) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
    requests.push(url);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
      pull: async (stream) => {
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        if (signal?.aborted) return;
        if (sent === bytes.length) stream.close();
        else stream.enqueue(new TextEncoder().encode(bytes[sent++]));
      },
    });
    return new Response(body);
  });
  return requests;
}

const load = () => createEntryLoader(ebook, new AbortController().signal);

test("a file loads for as long as bytes arrive", async () => {
  serve("slow line", 10_000);

  const text = load().loadText("c1.xhtml");
  await vi.advanceTimersByTimeAsync(120_000);

  expect(await text).toBe("slow line");
});

test("a file of which nothing arrives any more has failed", async () => {
  serve("never", 60_000);

  const failure = Promise.resolve(load().loadText("c1.xhtml")).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);

  expect(await failure).toMatchObject({ name: "EntryError", status: 0 });
});

test("a file that is loading is not requested again", async () => {
  const requests = serve("image", 10_000);
  const loader = load();

  const both = Promise.all([loader.loadBlob("c1.xhtml"), loader.loadBlob("c1.xhtml")]);
  await vi.advanceTimersByTimeAsync(70_000);

  const [first, second] = await both;
  expect(first?.size).toBe(5);
  expect(second).toBe(first);
  expect(requests).toHaveLength(1);
});
