/** Statuses of a file that the server sends, for the OpenAPI document. */
export const fileAnswers = {
  206: "The requested byte range",
  304: "Not modified",
  416: "The range is not satisfiable",
} as const;

/** Of a file in the storage, which a CDN can send instead. */
export const storedFileAnswers = { ...fileAnswers, 302: "Redirects to the file at the CDN" } as const;
