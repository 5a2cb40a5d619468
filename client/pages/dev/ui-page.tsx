import { useState } from "react";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { themes } from "#client/lib/theme.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { ComponentList } from "./component-list.tsx";

const visibleThemes = themes.filter((theme) => theme !== "system");
const directions = ["ltr", "rtl"] as const;

/** `/dev/ui`, in development only: every component in each state, theme and direction. */
export function UiPage() {
  const [only, setOnly] = useState("all");
  usePageTitle("Design system");
  return (
    <>
      <PageHeader title="Design system" hint="Every component, in each state, theme and direction." />
      <div className="mb-6 max-w-xs">
        <Select
          label="Theme"
          value={only}
          onChange={setOnly}
          options={["all", ...visibleThemes].map((value) => ({ value, label: value }))}
        />
      </div>
      {visibleThemes
        .filter((theme) => only === "all" || only === theme)
        .flatMap((theme) => directions.map((direction) => ({ theme, direction })))
        .map(({ theme, direction }) => (
          <section
            key={`${theme}-${direction}`}
            aria-label={`${theme}, ${direction}`}
            dir={direction}
            className={`${theme} mb-8 rounded-card border border-line bg-paper p-5 text-ink`}
          >
            <h2 className="mb-5 font-semibold font-title text-h3">
              {theme}, {direction}
            </h2>
            <ComponentList name={`${theme}-${direction}`} direction={direction} />
          </section>
        ))}
    </>
  );
}
