export type PanelName = "contents" | "notebook" | "search" | "settings" | "goTo" | "help";
