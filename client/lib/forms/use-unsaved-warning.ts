import { useContext, useEffect } from "react";
import { type Navigator, type To, UNSAFE_NavigationContext } from "react-router-dom";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";

/** Asks before a link, the app or the browser leaves a page with unsaved changes. */
export function useUnsavedWarning(isUnsaved: boolean): void {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  useEffect(() => {
    if (!isUnsaved) return;
    void loadMessages("form");
    return guardPage(navigator);
  }, [isUnsaved, navigator]);
}

let unsavedForms = 0;
let removeGuards = () => {};

/** One question for all unsaved forms of a page. */
function guardPage(navigator: Navigator): () => void {
  if (unsavedForms++ === 0) {
    const guards = [guardUnload(), guardNavigation(navigator)];
    removeGuards = () => {
      for (const remove of guards) remove();
    };
  }
  return () => {
    if (--unsavedForms === 0) removeGuards();
  };
}

function guardUnload(): () => void {
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", onUnload);
  return () => window.removeEventListener("beforeunload", onUnload);
}

const mayLeave = () => window.confirm(t("form.leaveUnsaved"));

/** The number of a history entry, which React Router stores in its state. */
const getHistoryIndex = (): number => (history.state as { readonly idx?: number } | null)?.idx ?? Number.NaN;

/** React Router blocks navigations in data routers only. Redirects (`replace`) follow a change that was saved. */
function guardNavigation(navigator: Navigator): () => void {
  const { push } = navigator;
  const { pathname } = location;
  const leavesPage = (to: To) =>
    new URL(navigator.createHref(to), location.href).pathname !== location.pathname;
  let index = getHistoryIndex();
  let isReturning = false;

  navigator.push = (to, ...options) => {
    if (leavesPage(to) && !mayLeave()) return;
    push(to, ...options);
    index = getHistoryIndex();
  };
  // Before React Router, whose listener does not capture.
  const onPop = (event: PopStateEvent) => {
    const steps = index - getHistoryIndex();
    if (isReturning || (steps && location.pathname !== pathname && !mayLeave())) {
      event.stopImmediatePropagation();
      isReturning = !isReturning;
      if (isReturning) history.go(steps);
    } else index = getHistoryIndex();
  };
  window.addEventListener("popstate", onPop, true);
  return () => {
    navigator.push = push;
    window.removeEventListener("popstate", onPop, true);
  };
}
