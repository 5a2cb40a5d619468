export interface BookSearchQuery {
  readonly search: string;
  readonly wholeWords: boolean;
  /** Words; 0 for any distance. */
  readonly near: number;
  readonly exclude: string;
}

export const emptySearch: BookSearchQuery = { search: "", wholeWords: false, near: 0, exclude: "" };

export const toRequest = ({ search, wholeWords, near, exclude }: BookSearchQuery) => ({
  search,
  ...(wholeWords && { wholeWords }),
  ...(near > 0 && { near }),
  ...(exclude && { exclude }),
});
