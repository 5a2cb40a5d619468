/** The page that opens files, to which other apps send them. */
export const openPath = "/open";
/** The field of the form that other apps send. */
export const sharedField = "file";

/** Where a shared file leads: the page opens what has arrived, or asks for the file. */
export const sharedFilePages = {
  received: `${openPath}?shared=received`,
  lost: `${openPath}?shared=lost`,
} as const;
