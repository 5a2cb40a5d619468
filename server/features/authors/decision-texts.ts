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

export function decisionTexts(language: Language, decision: Decision): DecisionTexts {
  const { greeting, approved, declined } = texts[language];
  if (decision.state === "approved") return { greeting, ...approved };
  const { title, before, after } = declined;
  return { greeting, title, lines: [before, decision.reason, after], message: decision.reason };
}

const texts = {
  en: {
    greeting: (name: string) => `Salam ${name},`,
    approved: {
      title: "You are an author here now",
      lines: ["Your application was approved: you are an author here now."],
      message: "Your application was approved.",
    },
    declined: {
      title: "Your application was declined",
      before: "We have read your application and cannot approve it now. The reason:",
      after: "You may apply again when that has changed.",
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
