import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { CompiledMessage, MessagePart } from "#shared/text/format-message.ts";

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

/** Everything but the parameters. */
export const getPlainText = (text: string): string =>
  getParts(text)
    .filter((part) => typeof part === "string")
    .join(" ");

/** All parts, including nested ones. */
function getParts(text: string): readonly MessagePart[] {
  return flatten(compileMessage(text) as CompiledMessage);
}

function flatten(parts: CompiledMessage): readonly MessagePart[] {
  if (typeof parts === "string") return [parts];
  return parts.flatMap((part) => {
    const choices = typeof part === "string" ? undefined : part[2];
    const inner = Object.values(choices ?? {}).flatMap((choice) =>
      choice === undefined ? [] : flatten(choice),
    );
    return [part, ...inner];
  });
}
