import { RefusedFile } from "../import/refused-file.ts";
import { dictionaryCalls } from "./dictionary-calls.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

const reply = (message: WorkerReply): void => self.postMessage(message);

self.addEventListener("message", async ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, name, args } = data;
  const run = dictionaryCalls[name] as (...values: unknown[]) => Promise<unknown>;
  try {
    const result = await run(...args, (progress: number) => reply({ id, progress }));
    reply({ id, result });
  } catch (error) {
    reply({ id, refusal: error instanceof RefusedFile ? error.refusal : { code: "notADictionary" } });
  }
});
