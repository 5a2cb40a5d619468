import { type Language, languages } from "#shared/api/language.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { chooseLanguage, useLanguage } from "#client/lib/i18n/language.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { usePreferences } from "./use-preferences.ts";

/** The interface language. Changes apply to this browser and, for signed-in readers, to every device. */
export function useLanguageChoice() {
  const language = useLanguage();
  const { change } = usePreferences();

  const choose = async (selected: Language) => {
    try {
      await chooseLanguage(selected);
    } catch (error) {
      toast({
        title: t("common.languageFailed"),
        description: getErrorMessage(error),
        tone: "destructive",
      });
      return;
    }
    change({ language: selected });
  };
  return {
    language,
    other: languages[(languages.indexOf(language) + 1) % languages.length] ?? language,
    choose,
  };
}
