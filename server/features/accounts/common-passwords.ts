let known: Promise<ReadonlySet<string>> | null = null;

/** Answers whether a password is one of the fifty thousand most used ones, however it is written. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  return (await known).has(password.toLowerCase());
}

/** Read at the first use: a server that nobody signs up at never holds the list. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
}
