import type { Language } from "#shared/api/language.ts";

interface EmailLayout {
  readonly greeting: (name: string) => string;
  readonly ending: (address: string) => string;
}

export const emailLayout: Readonly<Record<Language, EmailLayout>> = {
  en: {
    greeting: (name) => `Salam ${name},`,
    ending: (address) => `You asked for letters like this one. To end them: ${address}`,
  },
  ar: {
    greeting: (name) => `السلام عليكم ${name}،`,
    ending: (address) => `تصلك هذه الرسالة لأنك طلبت مثلها. ولإيقافها:\n${address}`,
  },
};
