/**
 * A mono WAV file with 16 bits per sample.
 *
 * @param samples between -1 and 1
 */
export function encodeWav(samples: Float32Array, rate: number): Blob {
  const header = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) header.setUint8(at + index, text.charCodeAt(index));
  };
  const bytes = samples.length * 2;
  write(0, "RIFF");
  header.setUint32(4, 36 + bytes, true);
  write(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  write(36, "data");
  header.setUint32(40, bytes, true);
  const data = new DataView(new ArrayBuffer(bytes));
  samples.forEach((sample, index) => {
    data.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  });
  return new Blob([header, data], { type: "audio/wav" });
}
