import { type ReactNode, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";

/** Text that is hidden until it is pressed; needs the messages `richText`. */
export function Spoiler({ children }: { readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <span className="rounded bg-primary/10 px-0.5">{children}</span>;
  return (
    <button
      type="button"
      onClick={() => setShown(true)}
      className="rounded bg-ink/10 px-1.5 text-small text-muted underline decoration-dotted underline-offset-2"
    >
      {t("richText.showSpoiler")}
    </button>
  );
}
