import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { chooseCalendar, getChosenCalendar } from "#client/lib/i18n/calendar.ts";
import { chooseLanguage, getChosenLanguage } from "#client/lib/i18n/language.ts";
import { chooseTheme, getChosenTheme } from "#client/lib/theme.ts";

/** Applies the theme, language and calendar that a reader chose on another device. */
export function SyncAppearance() {
  const isSignedIn = useUser() !== null;
  const { data } = useQuery({ ...query(sessionContract.getPreferences, {}), enabled: isSignedIn });
  const { theme, language, calendar } = data ?? {};

  useEffect(() => {
    if (theme && theme !== getChosenTheme()) chooseTheme(theme);
  }, [theme]);

  useEffect(() => {
    if (language && language !== getChosenLanguage()) void chooseLanguage(language).catch(() => undefined);
  }, [language]);

  useEffect(() => {
    if (calendar && calendar !== getChosenCalendar()) chooseCalendar(calendar);
  }, [calendar]);

  return null;
}
