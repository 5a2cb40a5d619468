const xhtml = "application/xhtml+xml";

export function errorPage(heading: string, text: string): string {
  const body = `<h1>${escaped(heading)}</h1><p>${escaped(text)}</p>`;
  return createPageUrl(`<section class="mk-message" dir="auto">${body}</section>`);
}

export function emptyPage(): string {
  return createPageUrl("");
}

export function imageDocument(svg: string): string {
  const start = svg.indexOf("<svg");
  return getDocument(`<div class="mk-picture">${start < 0 ? "" : svg.slice(start)}</div>`);
}

function createPageUrl(body: string): string {
  return URL.createObjectURL(new Blob([getDocument(body)], { type: xhtml }));
}

function getDocument(body: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>${body}</body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
