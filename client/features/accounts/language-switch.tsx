import { clsx } from "clsx";
import { Languages } from "lucide-react";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { useLanguageChoice } from "./use-language-choice.ts";

/** Switches to the other language, named in that language. */
export function LanguageSwitch({ className }: { readonly className?: string }) {
  const { other, choose } = useLanguageChoice();
  return (
    <button
      type="button"
      lang={other}
      onClick={() => void choose(other)}
      className={clsx(
        "inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-[system-ui] font-medium hover:bg-primary/10",
        className,
      )}
    >
      <Languages aria-hidden className="size-5" />
      {getLanguageName(other)}
    </button>
  );
}
