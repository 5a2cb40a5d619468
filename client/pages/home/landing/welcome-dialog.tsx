import { X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

export function WelcomeDialog({ onDismiss }: { readonly onDismiss: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const card = useNonModalDialog(onDismiss);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 pb-dock">
      <div
        ref={card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        className="pointer-events-auto mx-3 mb-3 flex max-h-[70dvh] animate-[rise_180ms_ease-out] flex-col gap-3 overflow-y-auto rounded-card border border-line bg-surface p-4 shadow-float outline-none sm:ms-auto sm:me-5 sm:mb-5 sm:max-w-md sm:p-6"
      >
        <div className="flex items-start justify-between gap-2">
          <h2 id={`${id}-title`} className="font-semibold font-title text-h3">
            {t("landing.welcomeTitle", { product: getProductName() })}
          </h2>
          <IconButton
            label={t("common.close")}
            icon={<X aria-hidden />}
            onClick={onDismiss}
            className="-me-2 -mt-2"
          />
        </div>
        <p id={`${id}-text`} className="text-muted max-sm:text-small">
          {t("landing.welcomeText")}
        </p>
        <div className="flex flex-wrap-reverse gap-2 *:flex-1 sm:mt-1">
          <Button tone="secondary" onClick={onDismiss} className="whitespace-nowrap">
            {t("landing.continueBrowsing")}
          </Button>
          <Button
            className="whitespace-nowrap"
            onClick={() => {
              onDismiss();
              void navigate("/auth?mode=sign-up");
            }}
          >
            {t("landing.signUpFree")}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** A visitor who scrolls further is reading the page. */
const maxScrollPx = 48;

function useNonModalDialog(onDismiss: () => void) {
  const card = useRef<HTMLDivElement>(null);
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    const previous = document.activeElement;
    card.current?.focus({ preventScroll: true });
    const abort = new AbortController();
    const { signal } = abort;
    document.addEventListener("keydown", ({ key }) => key === "Escape" && dismiss(), { signal });
    document.addEventListener(
      "click",
      ({ target }) => target instanceof Node && !card.current?.contains(target) && dismiss(),
      { signal },
    );
    const start = scrollY;
    document.addEventListener("scroll", () => Math.abs(scrollY - start) > maxScrollPx && dismiss(), {
      signal,
    });
    return () => {
      abort.abort();
      const isFocusLost = document.activeElement === document.body || document.activeElement === null;
      if (isFocusLost && previous instanceof HTMLElement) previous.focus({ preventScroll: true });
    };
  }, []);
  return card;
}
