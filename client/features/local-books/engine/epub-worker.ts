import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { type LocalEpub, openLocalEpub } from "./local-epub.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

let opening: Promise<LocalEpub> | null = null;

self.addEventListener("message", async ({ data }: MessageEvent<WorkerRequest>) => {
  const reply = await answer(data).catch((error: unknown) => ({
    id: data.id,
    reason: error instanceof UnreadableEpubError ? error.reason : ({ code: "file_damaged" } as const),
  }));
  self.postMessage(reply satisfies WorkerReply);
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request;
  if (request.type === "file") opening = openLocalEpub(request.file);
  const epub = await opening;
  if (request.type === "outline") return { id, result: (await epub?.outline()) ?? null };
  if (request.type === "entry") return { id, result: (await epub?.readEntry(request.path)) ?? null };
  return { id };
}
