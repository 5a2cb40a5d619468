import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getCalendarYear, type YearCalendar } from "#shared/reading-activity/calendar-year.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import { query } from "#client/lib/api/query.ts";
import { getChosenCalendar } from "#client/lib/i18n/calendar.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Section } from "#client/ui/section.tsx";
import { YearSummary } from "./year-summary.tsx";

interface YearReviewProps {
  readonly today: Day;
  /** Days with a session or a finished book. */
  readonly firstDay: Day;
}

const calendars = ["gregorian", "hijri"] as const;

/** One year in either calendar. */
export function YearReview({ today, firstDay }: YearReviewProps) {
  const [calendar, setCalendar] = useState<YearCalendar>(
    getChosenCalendar() === "hijri" ? "hijri" : "gregorian",
  );
  const [yearsBack, setYearsBack] = useState(0);
  const [first, last] = [getCalendarYear(calendar, firstDay), getCalendarYear(calendar, today)];
  const year = Math.max(first, last - yearsBack);
  const review = useQuery(
    query(activityContract.getYear, { params: { calendar, year }, query: { zone: getDeviceTimeZone() } }),
  );
  const years = Array.from({ length: last - first + 1 }, (_, n) => ({
    value: String(n),
    label: getName(last - n),
  }));
  return (
    <Section title={t("readingActivity.yearReview")}>
      <div className="mb-5 grid max-w-md grid-cols-2 gap-3">
        <Select
          label={t("readingActivity.calendar")}
          options={calendars.map((value) => ({ value, label: t(`readingActivity.calendar_${value}`) }))}
          value={calendar}
          onChange={(value) => {
            setCalendar(value);
            setYearsBack(0);
          }}
        />
        <Select
          label={t("readingActivity.whichYear")}
          options={years}
          value={String(last - year)}
          onChange={(value) => setYearsBack(Number(value))}
        />
      </div>
      <QueryState
        query={review}
        errorTitle={t("readingActivity.failed")}
        loading={<Skeleton className="h-96 rounded-card" />}
        isEmpty={({ sums, finishedCount }) => sums.sessions === 0 && finishedCount === 0}
        empty={<EmptyState title={t("readingActivity.noneInPeriod")} />}
      >
        {(data) => <YearSummary review={data} />}
      </QueryState>
    </Section>
  );
}

/** Years have no thousands separator. */
const getName = (year: number) => String(year);
