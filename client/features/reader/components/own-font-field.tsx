import { useEffect, useId, useRef, useState } from "react";
import {
  type FontRefusal,
  loadOwnFont,
  ownFont,
  removeOwnFont,
  saveOwnFont,
} from "#client/features/reader/settings/own-font.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Button } from "#client/ui/forms/button.tsx";

/** The reader's own font file on this device. */
export function OwnFontField() {
  const font = useStore(ownFont);
  const [refusal, setRefusal] = useState<FontRefusal | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  useEffect(() => void loadOwnFont(), []);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 font-medium text-small">{t("readingSettings.ownFont")}</legend>
      {font && (
        <p dir="auto" className="break-words">
          {font.name}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept=".ttf,.otf,.woff,.woff2"
          aria-label={t("readingSettings.ownFontChoose")}
          aria-describedby={hint}
          hidden
          onChange={async ({ target }) => {
            const [file] = target.files ?? [];
            if (file) setRefusal(await saveOwnFont(file));
            target.value = "";
          }}
        />
        <Button tone="secondary" size="small" aria-describedby={hint} onClick={() => input.current?.click()}>
          {t(font ? "readingSettings.ownFontReplace" : "readingSettings.ownFontChoose")}
        </Button>
        {font && (
          <Button tone="quiet" size="small" onClick={() => void removeOwnFont()}>
            {t("readingSettings.ownFontRemove", { name: font.name })}
          </Button>
        )}
      </div>
      {refusal && (
        <p role="alert" className="text-destructive text-small">
          {t(`readingSettings.ownFont.${refusal}`)}
        </p>
      )}
      <p id={hint} className="text-muted text-small">
        {t("readingSettings.ownFontHint")}
      </p>
    </fieldset>
  );
}
