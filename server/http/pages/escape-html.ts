/** Bidirectional control characters would affect the surrounding text. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(bidiControls, "").replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
