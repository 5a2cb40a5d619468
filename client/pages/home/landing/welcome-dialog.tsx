import { useNavigate } from "react-router-dom";
import { productName } from "#client/lib/product.ts";
import { say } from "#client/lib/words.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";

/** Offers a visitor an account, and lets them go on. */
export function WelcomeDialog({ onDismiss }: { readonly onDismiss: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog
      isOpen
      title={say("landing.welcomeTitle", { product: productName() })}
      description={say("landing.welcomeText")}
      onClose={onDismiss}
    >
      <div ref={focusLastButton} className="flex flex-wrap-reverse justify-end gap-2 max-sm:flex-col-reverse">
        <Button tone="secondary" onClick={onDismiss}>
          {say("landing.continueBrowsing")}
        </Button>
        <Button
          onClick={() => {
            onDismiss();
            void navigate("/auth?mode=sign-up");
          }}
        >
          {say("landing.signUpFree")}
        </Button>
      </div>
    </Dialog>
  );
}

/** The way in has the focus at first: the button that closes would show its name over the text. */
function focusLastButton(buttons: HTMLElement | null): void {
  buttons?.querySelector<HTMLElement>("button:last-of-type")?.focus();
}
