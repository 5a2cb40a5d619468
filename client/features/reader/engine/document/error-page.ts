const xhtml = "application/xhtml+xml";

export function createErrorPage(heading: string, text: string): string {
  const body = `<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>`;
  return createPageUrl(`<section class="mk-message" dir="auto">${body}</section>`);
}

export function createEmptyPage(): string {
  return createPageUrl("");
}

export function createImageDocument(svg: string): string {
  const start = svg.indexOf("<svg");
  return renderDocument(`<div class="mk-picture">${start < 0 ? "" : svg.slice(start)}</div>`);
}

function createPageUrl(body: string): string {
  return URL.createObjectURL(new Blob([renderDocument(body)], { type: xhtml }));
}

function renderDocument(body: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>${body}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
