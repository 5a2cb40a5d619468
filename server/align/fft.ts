/** A fast Fourier transform of real samples for one length, a power of two. */
export class Fourier {
  readonly #length: number;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint16Array;

  constructor(length: number) {
    this.#length = length;
    this.#real = new Float64Array(length);
    this.#imaginary = new Float64Array(length);
    const angle = (2 * Math.PI) / length;
    this.#cosines = Float64Array.from({ length: length / 2 }, (_, i) => Math.cos(angle * i));
    this.#sines = Float64Array.from({ length: length / 2 }, (_, i) => -Math.sin(angle * i));
    this.#reversed = getReversedBits(length);
  }

  /** Writes the power spectrum into `powers`; missing samples count as silence. */
  computePower(samples: Float64Array, powers: Float64Array): void {
    const [real, imaginary, reversed] = [this.#real, this.#imaginary, this.#reversed];
    imaginary.fill(0);
    for (let index = 0; index < this.#length; index++) real[reversed[index] ?? 0] = samples[index] ?? 0;
    for (let size = 2; size <= this.#length; size <<= 1) this.#combine(size);
    for (let bin = 0; bin < powers.length; bin++) {
      powers[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
    }
  }

  #combine(size: number): void {
    const [real, imaginary, cosines, sines] = [this.#real, this.#imaginary, this.#cosines, this.#sines];
    const half = size >> 1;
    const step = this.#length / size;
    for (let from = 0; from < this.#length; from += size) {
      for (let j = 0; j < half; j++) {
        const low = from + j;
        const high = low + half;
        const cosine = cosines[j * step] ?? 0;
        const sine = sines[j * step] ?? 0;
        const re = (real[high] ?? 0) * cosine - (imaginary[high] ?? 0) * sine;
        const im = (real[high] ?? 0) * sine + (imaginary[high] ?? 0) * cosine;
        real[high] = (real[low] ?? 0) - re;
        imaginary[high] = (imaginary[low] ?? 0) - im;
        real[low] = (real[low] ?? 0) + re;
        imaginary[low] = (imaginary[low] ?? 0) + im;
      }
    }
  }
}

function getReversedBits(length: number): Uint16Array {
  const bits = Math.log2(length);
  return Uint16Array.from({ length }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) if ((index >> bit) & 1) reversed |= 1 << (bits - 1 - bit);
    return reversed;
  });
}
