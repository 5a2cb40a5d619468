import { useQuery } from "@tanstack/react-query";
import { type CountryDefault, getCountryDefault } from "#shared/prayer/country-defaults.ts";
import { defaultsContract } from "#shared/prayer/defaults.ts";
import { query } from "#client/lib/api/query.ts";

export type GetCountryDefault = (country: string | null) => CountryDefault;

export function useDefaults(): GetCountryDefault {
  const { data } = useQuery({
    ...query(defaultsContract.listDefaults, {}),
    staleTime: 3_600_000,
    retry: false,
  });
  return (country) => {
    const siteDefault = data?.find((each) => each.country === country);
    return siteDefault
      ? { method: siteDefault.method, angles: siteDefault.angles, madhab: siteDefault.madhab }
      : getCountryDefault(country);
  };
}
