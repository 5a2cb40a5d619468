import type { Services } from "#server/services.ts";

/** Of synthesized speech in the local media folder; the aligner can create it again. */
export const speechFolder = "reference-speech";

const cacheMs = 30 * 24 * 60 * 60 * 1000;

/** Each use renews a file's time. */
export async function deleteUnusedSpeech({
  storageDrivers: { disk },
  clock,
}: Pick<Services, "storageDrivers" | "clock">): Promise<void> {
  const oldest = clock().getTime() - cacheMs;
  for await (const { key, changedAt } of disk.listWithAge(speechFolder)) {
    if (changedAt.getTime() < oldest) await disk.remove(key);
  }
}
