/** Signs that turn the direction of what follows would reach beyond the text that holds them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text for an element or a quoted attribute. */
export function escapeHtml(plain: string): string {
  return plain.replace(turning, "").replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
