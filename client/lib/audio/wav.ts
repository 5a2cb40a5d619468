/**
 * A mono WAV file with 16 bits per sample.
 *
 * @param samples between -1 and 1
 */
export function encodeWav(samples: Float32Array, rate: number): Blob {
  const head = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) head.setUint8(at + index, text.charCodeAt(index));
  };
  const bytes = samples.length * 2;
  write(0, "RIFF");
  head.setUint32(4, 36 + bytes, true);
  write(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate * 2, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  write(36, "data");
  head.setUint32(40, bytes, true);
  const data = new DataView(new ArrayBuffer(bytes));
  samples.forEach((sample, index) => {
    data.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  });
  return new Blob([head, data], { type: "audio/wav" });
}
