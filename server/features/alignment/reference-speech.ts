import type { Services } from "#server/services.ts";

/** The storage prefix of synthesized speech, which the aligner writes and can make again. */
export const speechFolder = "reference-speech";

const cacheMs = 30 * 24 * 60 * 60 * 1000;

/** Each use renews a file's time. */
export async function removeUnusedSpeech({
  storage,
  clock,
}: Pick<Services, "storage" | "clock">): Promise<void> {
  const oldest = clock().getTime() - cacheMs;
  for await (const { key, changedAt } of storage.listAged(speechFolder)) {
    if (changedAt.getTime() < oldest) await storage.remove(key);
  }
}
