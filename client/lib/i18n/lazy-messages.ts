import type { CompiledMessage } from "#shared/text/format-message.ts";

/** The messages of the lazy routes (`app/routes/lazy.ts`): all but those in `i18n.ts`. */
export const lazyMessages = import.meta.glob<Readonly<Record<string, CompiledMessage>>>(
  [
    "../../../shared/locales/*/*.json",
    "!../../../shared/locales/*/{common,ui,shell,auth,book,browse,challenge,home,landing,library,notifications,player,reader}.json",
  ],
  { import: "default" },
);
