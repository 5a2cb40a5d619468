const patience = 25_000;

/** A limit in which only time counts that the browser was free: a huge chapter that is being laid out does not hang. */
export async function idleTimeout(): Promise<false> {
  for (let step = 0; step < 50; step++) await delay(patience / 50);
  return false;
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
