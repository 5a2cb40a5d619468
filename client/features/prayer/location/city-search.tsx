import { clsx } from "clsx";
import { useEffect, useId, useRef } from "react";
import type { City } from "#shared/cities/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { controlClassName, Field } from "#client/ui/forms/field.tsx";
import { formatCityRegion, getCityName } from "./location.ts";
import { useCitySearch } from "./use-city-search.ts";

const maxLength = 100;

interface CitySearchProps {
  readonly hasAutoFocus?: boolean;
  readonly onChoose: (city: City) => void;
}

export function CitySearch({ hasAutoFocus = false, onChoose }: CitySearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const search = useCitySearch(onChoose);
  const { cities, isListOpen, active } = search;
  useEffect(() => {
    if (hasAutoFocus) input.current?.focus();
  }, [hasAutoFocus]);
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={t("prayer.city")} hint={t("prayer.cityHint")}>
        {(fieldProps) => (
          <input
            {...fieldProps}
            ref={input}
            type="search"
            role="combobox"
            aria-expanded={isListOpen}
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            {...(isListOpen && { "aria-activedescendant": `${id}-${active}` })}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            dir="auto"
            maxLength={maxLength}
            value={search.input}
            onChange={({ target }) => search.onChange(target.value)}
            onFocus={() => search.setOpen(true)}
            onBlur={() => search.setOpen(false)}
            onKeyDown={search.onKeyDown}
            className={controlClassName}
          />
        )}
      </Field>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("prayer.cities")}
        hidden={!isListOpen}
        className="rounded-control border border-line bg-surface p-1"
      >
        {isListOpen &&
          cities.map((city, index) => (
            <CityOption
              key={city.id}
              id={`${id}-${index}`}
              city={city}
              isActive={index === active}
              onChoose={() => search.choose(city)}
            />
          ))}
      </div>
      <SearchResults {...search} />
    </div>
  );
}

type SearchResultsProps = Pick<
  ReturnType<typeof useCitySearch>,
  "cities" | "isFailed" | "isAnswered" | "isListOpen" | "isImporting"
>;

function SearchResults({ cities, isFailed, isAnswered, isListOpen, isImporting }: SearchResultsProps) {
  const isShown = isFailed || (isAnswered && cities.length === 0);
  return (
    <p role="status" className={isShown ? "text-muted text-small" : "sr-only"}>
      {isFailed && t("prayer.citiesFailed")}
      {!isFailed &&
        isAnswered &&
        cities.length === 0 &&
        t(isImporting ? "prayer.citiesLoading" : "prayer.noCity")}
      {isListOpen && t("prayer.found", { n: cities.length })}
    </p>
  );
}

interface CityOptionProps {
  readonly id: string;
  readonly city: City;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function CityOption({ id, city, isActive, onChoose }: CityOptionProps) {
  const name = getCityName(city);
  const other = name === city.name ? city.arabicName : city.name;
  const region = formatCityRegion(city);
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Runs before the input loses focus, which closes the list.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === "Enter" && onChoose()}
      className={clsx(
        "flex min-h-12 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5 hover:bg-primary/5",
        isActive && "bg-primary/10",
      )}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi className="font-medium">{name}</bdi>
        {other && <bdi className="text-muted text-small">{other}</bdi>}
      </span>
      {region && (
        <span dir="auto" className="text-muted text-small">
          {region}
        </span>
      )}
    </div>
  );
}
