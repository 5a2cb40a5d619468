import type { CompiledMessage } from "#shared/text/format-message.ts";

/** The messages of the lazy routes (`app/routes/lazy.ts`). */
export const lazyMessages = import.meta.glob<Readonly<Record<string, CompiledMessage>>>(
  "../../../shared/locales/*/*.json",
  { import: "default" },
);
