import type { Page } from "@playwright/test";

/** The texts that a page shows or announces, without what is in the brackets of messages. */
export function listUnbracketed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attributes = ["aria-label", "aria-description", "aria-valuetext", "alt", "placeholder", "title"];
    const skipped = "script, style, template, noscript, iframe, [hidden]";
    // A landmark starts outside of brackets, so that a message that is cut off hides nothing behind it.
    const landmarks = "main, nav, header, footer, aside, dialog, [role=dialog]";
    const found: string[] = [];
    let depth = 0;

    const add = (text: string) => {
      let outside = "";
      for (const letter of text) {
        if (letter === "⟦") depth++;
        else if (letter === "⟧") depth = Math.max(0, depth - 1);
        else outside += depth === 0 ? letter : "⟧";
      }
      found.push(...outside.split(/⟧+/));
    };
    const visit = (node: Node) => {
      if (node instanceof Text) add(node.data);
      if (!(node instanceof Element) || node.matches(skipped) || !node.checkVisibility()) return;
      const before = depth;
      for (const name of attributes) {
        depth = 0;
        add(node.getAttribute(name) ?? "");
      }
      depth = node.matches(landmarks) ? 0 : before;
      for (const child of node.childNodes) visit(child);
      if (node.matches(landmarks)) depth = 0;
    };
    visit(document.body);
    depth = 0;
    add(document.title);
    return found;
  });
}

/** Keys whose values people wrote, even where they look like a code. */
const namingKey =
  /(?:title|name|author|series|text|subject|description|message|label|body|excerpt|about|note|quote)s?$/i;

/** Every text of a JSON value but codes, such as `in-review`. */
export function listTexts(value: unknown, key = ""): string[] {
  if (typeof value === "string") {
    return /^[a-z][\w.:/-]*$/.test(value) && !namingKey.test(key) ? [] : [value];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => listTexts(each, Array.isArray(value) ? key : name));
}
