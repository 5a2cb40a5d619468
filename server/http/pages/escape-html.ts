/** Bidirectional control characters would affect the surrounding text. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(plain: string): string {
  return plain.replace(turning, "").replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
