export type PanelName = "contents" | "search" | "settings" | "goTo" | "help";
