import { getBaseLanguage } from "#client/features/text-to-speech/languages.ts";

const sampleTexts: Readonly<Record<string, string>> = {
  ar: "هكذا أقرأ لك كتابك، جملةً بعد جملة.",
  bn: "এভাবেই আমি তোমার বই পড়ি।",
  de: "So lese ich dir dein Buch vor, Satz für Satz.",
  en: "This is how I read your book to you, sentence by sentence.",
  es: "Así te leo tu libro, frase a frase.",
  fa: "من کتابت را این‌گونه می‌خوانم، جمله به جمله.",
  fr: "Voici comment je vous lis votre livre, phrase après phrase.",
  hi: "मैं आपकी किताब इस तरह पढ़ता हूँ।",
  id: "Beginilah saya membacakan buku Anda, kalimat demi kalimat.",
  it: "Ecco come ti leggo il tuo libro, frase dopo frase.",
  ms: "Beginilah saya membacakan buku anda, ayat demi ayat.",
  nl: "Zo lees ik je boek voor, zin na zin.",
  pt: "É assim que leio o seu livro, frase a frase.",
  ru: "Так я читаю вам вашу книгу, предложение за предложением.",
  tr: "Kitabını sana böyle okuyorum, cümle cümle.",
  ur: "میں آپ کی کتاب اس طرح پڑھتا ہوں، جملہ بہ جملہ۔",
  zh: "我就是这样一句一句地为你读书的。",
};

export const getSampleText = (tag: string): string => sampleTexts[getBaseLanguage(tag)] ?? "1, 2, 3, 4, 5.";
