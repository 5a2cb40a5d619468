import { Store } from "#client/lib/store.ts";

interface DocumentPictureInPicture {
  requestWindow(options: { readonly width: number; readonly height: number }): Promise<Window>;
}

declare global {
  interface Window {
    /** Chromium only. */
    readonly documentPictureInPicture?: DocumentPictureInPicture;
  }
}

const size = { width: 360, height: 172 };

/** The small window with the player; null while it is closed. */
export const pipWindow = new Store<Window | null>(null);

export const canOpenPip = (): boolean => window.documentPictureInPicture !== undefined;

/** Opens the window; to be called in the handler of a click. */
export async function openPip(): Promise<void> {
  const opened = await window.documentPictureInPicture?.requestWindow(size);
  if (!opened) return;
  copyStyles(opened.document);
  opened.addEventListener("pagehide", () => {
    if (pipWindow.getState() === opened) pipWindow.set(null);
  });
  pipWindow.set(opened);
}

export function closePip(): void {
  const opened = pipWindow.getState();
  pipWindow.set(null);
  opened?.close();
}

/** The window looks like the page, in its language, direction and theme. */
function copyStyles(target: Document): void {
  for (const { name, value } of document.documentElement.attributes)
    target.documentElement.setAttribute(name, value);
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    target.head.append(target.importNode(sheet, true));
  target.title = document.title;
}
