/** Text for a LIKE pattern, in which `%`, `_` and the escape character stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
