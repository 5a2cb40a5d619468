import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { type City, citiesContract } from "#shared/cities/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useDebouncedValue } from "#client/lib/hooks/use-debounced-value.ts";

const requestDelayMs = 120;
/** Cities may still be importing shortly after a server's first start. */
const retryDelayMs = 3_000;
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function useCitySearch(onChoose: (city: City) => void) {
  const [input, setInput] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const found = useCities(input);
  const { cities } = found;
  const isListOpen = isOpen && cities.length > 0;
  const active = Math.min(activeIndex, cities.length - 1);

  const choose = (city: City | undefined) => {
    if (!city) return;
    setOpen(false);
    setInput("");
    onChoose(city);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step && cities.length) {
      event.preventDefault();
      setOpen(true);
      setActiveIndex(isListOpen ? (active + step + cities.length) % cities.length : 0);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(cities[active]);
    } else if (event.key === "Escape" && isListOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };
  const onChange = (text: string) => {
    setInput(text);
    setActiveIndex(0);
    setOpen(true);
  };
  return { ...found, input, isOpen, isListOpen, active, choose, onKeyDown, onChange, setOpen };
}

function useCities(input: string) {
  const search = useDebouncedValue(input.trim(), requestDelayMs);
  const { data, isError, isPlaceholderData } = useQuery({
    ...query(citiesContract.findCities, { query: { search, limit: 8 } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data?.cities.length ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data?.isImporting ? retryDelayMs : false),
    retry: false,
  });
  const isRequested = input.trim() !== "" && search !== "";
  return {
    cities: (isRequested && data?.cities) || [],
    isImporting: isRequested && data?.isImporting === true,
    isFailed: isRequested && isError,
    isAnswered: isRequested && data !== undefined && !isPlaceholderData,
  };
}
