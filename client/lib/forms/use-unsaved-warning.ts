import { useEffect } from "react";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";

/** Asks before a link or the browser leaves a page with unsaved changes. */
export function useUnsavedWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    void loadMessages("form");
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before React Router handles the click.
    const onClick = (event: MouseEvent) => {
      if (leavesPage(event) && !window.confirm(t("form.leaveUnsaved"))) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [isUnsaved]);
}

function leavesPage({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey) return false;
  if (link.target === "_blank" || link.hasAttribute("download") || !link.protocol.startsWith("http"))
    return false;
  return link.pathname !== location.pathname || link.origin !== location.origin;
}
