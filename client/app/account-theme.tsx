import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { query } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { chooseTheme, chosenTheme } from "#client/lib/theme.ts";

/** Brings the theme that a reader chose on one device to the others. */
export function AccountTheme() {
  const isSignedIn = useUser() !== null;
  const { data } = useQuery({ ...query(accountsContract.getPreferences, {}), enabled: isSignedIn });
  const theme = data?.theme;

  useEffect(() => {
    if (theme && theme !== chosenTheme()) chooseTheme(theme);
  }, [theme]);

  return null;
}
