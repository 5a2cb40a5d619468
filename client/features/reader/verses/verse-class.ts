/** On sentences with a Qur'an verse. */
export const verseClass = "mk-verse";

/** On the document whose verses are marked. */
export const versesKnownClass = "mk-verses-known";
