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

export const hasUnsavedForms = (): boolean => unsavedForms > 0;

/** Asks before a control replaces a part of the page that may have unsaved forms, such as a tab. */
export const mayLeaveForms = (): boolean => !hasUnsavedForms() || mayLeave();

const mayLeave = () => window.confirm(t("form.leaveUnsaved"));

/** The number of a history entry, which React Router stores in its state. */
const getHistoryIndex = (): number => (history.state as { readonly idx?: number } | null)?.idx ?? Number.NaN;

const getPage = ({ pathname, search }: Location | URL): string => pathname + search;

/**
 * React Router blocks navigations in data routers only. Redirects (`replace`) follow a change that was saved, or
 * are filters of a list.
 */
function guardNavigation(navigator: Navigator): () => void {
  const { push, replace } = navigator;
  const leavesPage = (to: To) =>
    getPage(new URL(navigator.createHref(to), location.href)) !== getPage(location);
  let page = getPage(location);
  let index = getHistoryIndex();
  let isReturning = false;
  const update = () => {
    page = getPage(location);
    index = getHistoryIndex();
  };

  navigator.push = (to, ...options) => {
    if (leavesPage(to) && !mayLeave()) return;
    push(to, ...options);
    update();
  };
  navigator.replace = (to, ...options) => {
    replace(to, ...options);
    update();
  };
  // Before React Router, whose listener does not capture.
  const onPop = (event: PopStateEvent) => {
    const steps = index - getHistoryIndex();
    if (isReturning || (steps && getPage(location) !== page && !mayLeave())) {
      event.stopImmediatePropagation();
      isReturning = !isReturning;
      if (isReturning) history.go(steps);
    } else update();
  };
  window.addEventListener("popstate", onPop, true);
  return () => {
    navigator.push = push;
    navigator.replace = replace;
    window.removeEventListener("popstate", onPop, true);
  };
}
