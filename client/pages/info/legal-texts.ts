/** The sections of the built-in texts, and the date of their last change. Update it with the text. */
export const legalTexts = {
  privacy: {
    changed: "2026-11-25",
    sections: [
      "privacyShort",
      "privacyAccount",
      "privacyReading",
      "privacyCommunity",
      "privacySessions",
      "privacyDevice",
      "privacyOthers",
      "privacyLocation",
      "privacyEmails",
      "privacyLogs",
      "privacyRights",
    ],
  },
  terms: {
    changed: "2026-11-24",
    sections: [
      "termsWhat",
      "termsAccount",
      "termsBooks",
      "termsSupporters",
      "termsYours",
      "termsConduct",
      "termsCare",
      "termsEnd",
    ],
  },
  guidelines: {
    changed: "2026-11-24",
    sections: [
      "guidelinesAdab",
      "guidelinesReviews",
      "guidelinesSources",
      "guidelinesNot",
      "guidelinesReport",
      "guidelinesThen",
    ],
  },
} as const;

export type LegalTextKey = keyof typeof legalTexts;
