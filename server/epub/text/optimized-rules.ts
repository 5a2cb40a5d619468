/** What would come apart if a part ended in it. */
export const unbreakableElements: ReadonlySet<string> = new Set([
  "table",
  "figure",
  "math",
  "ruby",
  "dl",
  "svg",
]);

/** What is left out with all it holds. */
export const hiddenElements: ReadonlySet<string> = new Set([
  "audio",
  "video",
  "style",
  "select",
  "textarea",
  "title",
]);

/** What only carries looks, and form fields. */
export const unwrapped: ReadonlySet<string> = new Set([
  "font",
  "label",
  "picture",
  "object",
  "button",
  "map",
  "noscript",
]);

/** Attributes that say what a piece of text is. */
export const sourceAttribute = (name: string) =>
  /^(?:id|lang|dir|title|start|value|reversed|colspan|rowspan|scope|datetime|display)$/.test(name);

/** Drawings are told by attributes how they look; what styles would add is left out. */
export const keptSvgElements = (name: string) =>
  !/^(?:style|class|xlink:.*|xmlns.*|src|epub:type)$/.test(name);
