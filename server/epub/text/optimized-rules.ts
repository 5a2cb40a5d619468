export const unbreakableElements: ReadonlySet<string> = new Set([
  "table",
  "figure",
  "math",
  "ruby",
  "dl",
  "svg",
]);

export const hiddenElements: ReadonlySet<string> = new Set([
  "audio",
  "video",
  "style",
  "select",
  "textarea",
  "title",
]);

export const unwrappedElements: ReadonlySet<string> = new Set([
  "font",
  "label",
  "picture",
  "object",
  "button",
  "map",
  "noscript",
]);

export const isKeptAttribute = (name: string) =>
  /^(?:id|lang|dir|title|start|value|reversed|colspan|rowspan|scope|datetime|display)$/.test(name);

export const isKeptSvgAttribute = (name: string) =>
  !/^(?:style|class|xlink:.*|xmlns.*|src|epub:type)$/.test(name);
