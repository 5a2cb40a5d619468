/** The header with the id of the tab that sends a request, if the tab shows the change without an event. */
export const tabHeader = "X-Tab";
