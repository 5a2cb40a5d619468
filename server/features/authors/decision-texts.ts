import type { Language } from "#shared/api/language.ts";

export type Decision =
  | { readonly state: "approved" }
  | { readonly state: "declined"; readonly reason: string };

interface DecisionTexts {
  readonly greeting: (name: string) => string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly message: string;
}

export function getDecisionTexts(language: Language, decision: Decision): DecisionTexts {
  const { greeting, approved, declined } = texts[language];
  if (decision.state === "approved") return { greeting, ...approved };
  const { title, before, after } = declined;
  return { greeting, title, lines: [before, decision.reason, after], message: decision.reason };
}

const texts = {
  en: {
    greeting: (name: string) => `Salam ${name},`,
    approved: {
      title: "You are now an author",
      lines: ["Your application was approved. You can now publish books."],
      message: "Your application was approved.",
    },
    declined: {
      title: "Your application was declined",
      before: "We have reviewed your application and cannot approve it at this time. Reason:",
      after: "You are welcome to apply again later.",
    },
  },
  ar: {
    greeting: (name: string) => `السلام عليكم ${name}،`,
    approved: {
      title: "أصبحت مؤلفًا هنا",
      lines: ["قُبل طلبك، وأصبحت من المؤلفين هنا."],
      message: "قُبل طلبك.",
    },
    declined: {
      title: "لم يُقبل طلبك",
      before: "قرأنا طلبك، ولا يمكننا قبوله الآن. والسبب:",
      after: "ولك أن تقدّم طلبًا جديدًا متى تغيّر ذلك.",
    },
  },
} satisfies Readonly<Record<Language, unknown>>;
