/** What can lie over the page, one at a time. */
export type PanelName = "contents" | "search" | "settings" | "goTo" | "help";
