import { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import { FakeAudio } from "./fake-audio.ts";

export function makePlayerEngine(input: Partial<ConstructorParameters<typeof PlayerEngine>[0]> = {}) {
  const audios: FakeAudio[] = [];
  const engine = new PlayerEngine({
    createAudio: () => {
      const audio = new FakeAudio();
      audios.push(audio);
      return audio as unknown as HTMLAudioElement;
    },
    probe: async () => 206,
    log: () => {},
    ...input,
  });
  return { engine, audios };
}
