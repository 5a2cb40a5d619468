/** Two soft tones of an open fifth, in hertz. */
const tones = [523.25, 783.99] as const;
const toneSeconds = 0.9;
const loudness = 0.08;

/** Announces the fade of the sleep timer. */
export function playChime(): void {
  try {
    const context = new AudioContext();
    for (const [n, frequency] of tones.entries()) {
      const start = context.currentTime + n * 0.25;
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(loudness, start + 0.03);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + toneSeconds);
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + toneSeconds);
      if (n === tones.length - 1) tone.addEventListener("ended", () => void context.close());
    }
  } catch {
    // Without Web Audio the fade alone announces the end.
  }
}
