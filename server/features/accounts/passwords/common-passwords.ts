let passwords: Promise<ReadonlySet<string>> | null = null;

export async function isCommonPassword(password: string): Promise<boolean> {
  const lowercase = password.toLowerCase();
  if (isRepeated(lowercase) || isSequence(lowercase)) return true;
  passwords ??= loadPasswords();
  return (await passwords).has(lowercase);
}

/** Such as `aaaaaa` and `12341234`. */
const isRepeated = (text: string) => /^(.{1,4})\1+$/su.test(text);

/** Such as `abcdef` and `654321`: each character is the next or the previous one. */
function isSequence(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const step = (points[1] ?? 0) - (points[0] ?? 0);
  return (
    Math.abs(step) === 1 && points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step)
  );
}

async function loadPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
}
