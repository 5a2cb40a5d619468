import type { Page } from "@playwright/test";
import { findSentence, getDocuments } from "./reading.ts";

/** Selects a word of the book as a reader does who drags over it. */
async function selectWord(page: Page, word: string): Promise<void> {
  await findSentence(page);
  await getDocuments(page)[0]?.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      document
        .getSelection()
        ?.setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + wanted.length);
      return;
    }
  }, word);
}

/** Opens the panel of a word. */
export async function lookUp(page: Page, word: string) {
  await selectWord(page, word);
  await page.getByRole("button", { name: "Look up" }).click();
  return page.getByRole("dialog", { name: word });
}
