/** A random UUID, also where `randomUUID` is missing: outside secure contexts. */
export function createId(): string {
  return (
    crypto.randomUUID?.() ??
    "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
      const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
      return (Number(digit) ^ ((random & 15) >> (Number(digit) / 4))).toString(16);
    })
  );
}
