const xhtml = "application/xhtml+xml";

/** A page of our own in the place of one that cannot be shown. Texts are escaped. */
export function errorPage(heading: string, text: string): string {
  const body = `<h1>${escaped(heading)}</h1><p>${escaped(text)}</p>`;
  return addressOfPage(`<section class="mk-message" dir="auto">${body}</section>`);
}

/** The same without a word, where the reader's own card says what is the matter. */
export function emptyPage(): string {
  return addressOfPage("");
}

/** A picture that stands in the spine alone becomes a document, for only documents can be laid out. */
export function imageDocument(svg: string): string {
  const start = svg.indexOf("<svg");
  return getDocument(`<div class="mk-picture">${start < 0 ? "" : svg.slice(start)}</div>`);
}

function addressOfPage(body: string): string {
  return URL.createObjectURL(new Blob([getDocument(body)], { type: xhtml }));
}

function getDocument(body: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>${body}</body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
