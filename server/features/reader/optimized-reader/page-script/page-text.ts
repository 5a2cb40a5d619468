/** The chapter on the page, and what of it is visible. Positions are fractions of the book. */
export function createPageText() {
  const { from: start, to: end, count, last } = document.body.dataset;
  const [from, to, sentenceCount] = [Number(start), Number(end), Number(count) || 1];
  const isLastPage = last !== undefined;

  const getSentence = (element: HTMLElement) => element.dataset["s"] ?? element.id;
  const getNumber = (element: HTMLElement) => Number(getSentence(element).split("-")[1]);
  const sentences = [...document.querySelectorAll<HTMLElement>("main [id],main [data-s]")].filter((element) =>
    /^s\d+-\d+$/.test(getSentence(element)),
  );

  const toFraction = (sentenceNumber: number) =>
    Math.min(1, Math.max(0, from + ((to - from) * sentenceNumber) / sentenceCount));
  const toStart = (element: HTMLElement | undefined) => toFraction(element ? getNumber(element) : 0);
  const findFirstVisible = () => sentences.find((element) => element.getBoundingClientRect().bottom > 0);
  const isAtEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 2;

  return {
    findFirstVisible,
    getSentence,
    toStart,
    /** Whether the end of the book is visible. */
    isAtBookEnd: () => isLastPage && isAtEnd(),
    getVisibleStart: () => toStart(findFirstVisible()),
    getVisibleEnd() {
      const lastSentence = sentences[sentences.length - 1];
      return isAtEnd() && lastSentence
        ? toFraction(getNumber(lastSentence) + 1)
        : toStart(findFirstVisible());
    },
    isAfterStart: (fraction: number) => fraction > toStart(sentences[0]),
    isInChapter: (sentence: string) =>
      sentences[0] !== undefined && sentence.split("-")[0] === getSentence(sentences[0]).split("-")[0],
  };
}

export type PageText = ReturnType<typeof createPageText>;
