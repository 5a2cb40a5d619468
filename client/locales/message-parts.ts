import { compileMessage } from "@lingui/message-utils/compileMessage";

/** A compiled part: text, or a parameter with its name, type and options. */
type Part =
  | string
  | readonly [name: string, kind?: string, choices?: Readonly<Record<string, Parts | number | undefined>>];
type Parts = string | readonly Part[];

export function getMessageArguments(text: string): readonly string[] {
  const names = getParts(text).flatMap((part) =>
    typeof part === "string" || part[0] === "#" ? [] : [part[0]],
  );
  return [...new Set(names)].sort();
}

/** The plural forms of a message; `=0` is reported as `zero`. */
export function getPluralForms(text: string): ReadonlyArray<readonly string[]> {
  return getParts(text).flatMap((part) => {
    if (typeof part === "string" || part[1] !== "plural") return [];
    const forms = Object.keys(part[2] ?? {}).filter((form) => form !== "offset");
    return [[...new Set(forms.map((form) => (/^=?0$/.test(form) ? "zero" : form)))].sort()];
  });
}

/** All parts, including nested ones. */
function getParts(text: string): readonly Part[] {
  return flatten(compileMessage(text) as Parts);
}

function flatten(parts: Parts): readonly Part[] {
  if (typeof parts === "string") return [parts];
  return parts.flatMap((part) => {
    const choices = typeof part === "string" ? undefined : part[2];
    const inner = Object.values(choices ?? {}).flatMap((choice) =>
      choice === undefined || typeof choice === "number" ? [] : flatten(choice),
    );
    return [part, ...inner];
  });
}
