import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type YearCalendar, yearOf } from "#shared/ledger/calendar-year.ts";
import { ledgerContract } from "#shared/ledger/contract.ts";
import type { Day } from "#shared/ledger/zone.ts";
import { query } from "#client/lib/api.ts";
import { chosenCalendar } from "#client/lib/calendar.ts";
import { say } from "#client/lib/words.ts";
import { zoneHere } from "#client/lib/zone-here.ts";
import { EmptyFace, Faces } from "#client/ui/faces.tsx";
import { Section } from "#client/ui/section.tsx";
import { Select } from "#client/ui/select.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { YearTold } from "./year-told.tsx";

interface YearReviewProps {
  readonly today: Day;
  /** With a session, or on which a book was finished. */
  readonly firstDay: Day;
}

const calendars = ["gregorian", "hijri"] as const;

/** One year of the ledger, by either calendar. */
export function YearReview({ today, firstDay }: YearReviewProps) {
  const [calendar, setCalendar] = useState<YearCalendar>(
    chosenCalendar() === "hijri" ? "hijri" : "gregorian",
  );
  const [back, setBack] = useState(0);
  const [first, last] = [yearOf(calendar, firstDay), yearOf(calendar, today)];
  const year = Math.max(first, last - back);
  const review = useQuery(
    query(ledgerContract.getYear, { params: { calendar, year }, query: { zone: zoneHere() } }),
  );
  const years = Array.from({ length: last - first + 1 }, (_, n) => ({
    value: String(n),
    label: nameOf(last - n),
  }));
  return (
    <Section title={say("ledger.yearReview")}>
      <div className="mb-5 grid max-w-md grid-cols-2 gap-3">
        <Select
          label={say("ledger.calendar")}
          options={calendars.map((value) => ({ value, label: say(`ledger.calendar_${value}`) }))}
          value={calendar}
          onChange={(value) => {
            setCalendar(value);
            setBack(0);
          }}
        />
        <Select
          label={say("ledger.whichYear")}
          options={years}
          value={String(last - year)}
          onChange={(value) => setBack(Number(value))}
        />
      </div>
      <Faces
        of={review}
        errorTitle={say("ledger.failed")}
        loading={<Skeleton className="h-96 rounded-card" />}
        isEmpty={({ sums, finishedCount }) => sums.sessions === 0 && finishedCount === 0}
        empty={<EmptyFace title={say("ledger.noneInWhile")} />}
      >
        {(found) => <YearTold review={found} />}
      </Faces>
    </Section>
  );
}

/** Years are not grouped by thousands. */
const nameOf = (year: number) => String(year);
