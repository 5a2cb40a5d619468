import lists from "country-city-multilanguage";

/** Countries that the dictionary names differently from browsers. */
const countryAliases: Readonly<Record<string, string>> = {
  "Czech Republic": "CZ",
  "East Timor": "TL",
  "Federated States of Micronesia": "FM",
  "Hashemite Kingdom of Jordan": "JO",
  "Hong Kong": "HK",
  "Ivory Coast": "CI",
  Macao: "MO",
  "Myanmar [Burma]": "MM",
  "Republic of Korea": "KR",
  "Republic of the Congo": "CG",
  Swaziland: "SZ",
  Turkey: "TR",
};

interface Entry {
  readonly country: string;
  readonly name: string;
  readonly arabic: string;
}

export function readArabicNames(): readonly Entry[] {
  const codes = mapCodesByName();
  return lists.getCountries("en").flatMap(({ index, label }) => {
    const country = countryAliases[label] ?? codes.get(label.toLowerCase());
    const arabic = lists.getCities(index, "ar");
    if (!country || !arabic) return [];
    return (lists.getCities(index, "en") ?? []).flatMap(({ label: name }, at) => {
      const label = arabic[at]?.label ?? "";
      return /\p{Script=Arabic}/u.test(label) ? [{ country, name, arabic: label }] : [];
    });
  });
}

function mapCodesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const characters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = characters.flatMap((first) => characters.map((second) => first + second));
  return new Map(codes.map((code) => [names.of(code)?.toLowerCase().replaceAll("&", "and") ?? "", code]));
}
