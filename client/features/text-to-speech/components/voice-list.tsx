import { Volume2 } from "lucide-react";
import { useId } from "react";
import { getBaseLanguage } from "#client/features/text-to-speech/languages.ts";
import type { OpenSpeech } from "#client/features/text-to-speech/session/speech-session.ts";
import type { SpeechControl } from "#client/features/text-to-speech/use-speech-settings.ts";
import { getVoiceName, groupVoices, type VoiceGroup } from "#client/features/text-to-speech/voices.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { getLanguageName } from "./speech-texts.ts";

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

const getSampleText = (tag: string): string => sampleTexts[getBaseLanguage(tag)] ?? "1, 2, 3, 4, 5.";

interface VoiceListProps {
  readonly open: OpenSpeech;
  readonly control: SpeechControl;
  readonly language: string;
}

/** The device's voices by language, the book's language first, each with a preview. */
export function VoiceList({ open, control, language }: VoiceListProps) {
  const all = useStore({ subscribe: open.voices.subscribe, getState: open.voices.getAll });
  const bookLanguage = getBaseLanguage(language);
  const groups = groupVoices(
    all,
    [bookLanguage, "ar", getBaseLanguage(document.documentElement.lang)],
    getLanguageName,
  );
  return (
    <section aria-labelledby="speech-voices" className="flex flex-col gap-1">
      <h3 id="speech-voices" className="font-medium text-small">
        {t("textToSpeech.voices")}
      </h3>
      {all.length === 0 && <p className="text-muted text-small">{t("textToSpeech.error.no-voices")}</p>}
      {all.length > 0 && !open.voices.has(language) && (
        <p className="text-muted text-small">
          {t("textToSpeech.noVoiceFor", { language: getLanguageName(bookLanguage) })}
        </p>
      )}
      {groups.map((group) => (
        <Group
          key={group.language}
          group={group}
          isOpen={group.language === bookLanguage}
          open={open}
          control={control}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  readonly group: VoiceGroup;
  readonly isOpen: boolean;
  readonly open: OpenSpeech;
  readonly control: SpeechControl;
}

function Group({ group: { language, regions }, isOpen, open, control }: GroupProps) {
  const name = useId();
  const { settings, change } = control;
  const selected = open.voices.pick(language, settings.voices[language]);
  const count = regions.reduce((sum, { voices }) => sum + voices.length, 0);
  return (
    <details open={isOpen} className="border-line border-t">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 text-small">
        <span className="font-medium first-letter:uppercase">{getLanguageName(language)}</span>
        <span className="text-muted">{t("textToSpeech.voiceCount", { n: count })}</span>
      </summary>
      {regions.map(({ tag, voices }) => (
        <fieldset key={tag} className="pb-2">
          <legend className={regions.length > 1 ? "pb-1 text-muted text-small" : "sr-only"}>
            {getLanguageName(tag)}
          </legend>
          {voices.map((voice) => (
            <div key={`${voice.voiceURI} ${voice.lang}`} className="flex items-center gap-2">
              <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3 text-small">
                <input
                  type="radio"
                  name={name}
                  className="size-4.5 shrink-0 accent-primary"
                  checked={voice === selected}
                  onChange={() => change({ voices: { ...settings.voices, [language]: getVoiceName(voice) } })}
                />
                <span className="min-w-0">
                  <bdi className="block truncate">{voice.name}</bdi>
                  {!voice.localService && (
                    <span className="block text-badge text-muted">{t("textToSpeech.online")}</span>
                  )}
                </span>
              </label>
              <Button
                tone="quiet"
                size="small"
                icon={<Volume2 aria-hidden />}
                aria-label={t("textToSpeech.tryVoice", { name: voice.name })}
                onClick={() => open.tryVoice(voice, getSampleText(voice.lang))}
              >
                {t("textToSpeech.try")}
              </Button>
            </div>
          ))}
        </fieldset>
      ))}
    </details>
  );
}
