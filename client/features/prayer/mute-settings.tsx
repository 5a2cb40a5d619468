import { type FormEvent, useState } from "react";
import { intlTag } from "#shared/kernel/language.ts";
import { nextDayAt } from "#shared/ledger/zone.ts";
import { chosenLanguage } from "#client/lib/language.ts";
import { say } from "#client/lib/words.ts";
import { zoneHere } from "#client/lib/zone-here.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { TextField } from "#client/ui/field.tsx";
import { useClock } from "./clock.ts";
import { changeCalls } from "./setup-store.ts";

const hourMs = 3_600_000;

interface MuteSettingsProps {
  readonly mutedUntil: Date | null;
  /** Of the reader's place; null where none was chosen. */
  readonly zone: string | null;
}

/** Keeps everything quiet for a while. */
export function MuteSettings({ mutedUntil, zone }: MuteSettingsProps) {
  const now = useClock(60_000);
  const mute = (until: Date | null) => changeCalls({ mutedUntil: until });
  const isMuted = mutedUntil !== null && mutedUntil > now;
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h3 className="font-semibold">{say("calls.mute")}</h3>
        <p className="text-muted text-small">{say("calls.muteHint")}</p>
      </div>
      <div role="status">
        {isMuted && (
          <p className="font-medium">{say("calls.mutedUntil", { time: momentHere(mutedUntil) })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isMuted && <Button onClick={() => mute(null)}>{say("calls.unmute")}</Button>}
        <Button tone="secondary" onClick={() => mute(new Date(Date.now() + hourMs))}>
          {say("calls.muteHour")}
        </Button>
        <Button tone="secondary" onClick={() => mute(new Date(nextDayAt(zone ?? zoneHere(), Date.now())))}>
          {say("calls.muteTomorrow")}
        </Button>
      </div>
      <UntilAnother onMute={mute} />
    </Card>
  );
}

function UntilAnother({ onMute }: { readonly onMute: (until: Date) => void }) {
  const [text, setText] = useState("");
  const [isPast, setPast] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = new Date(text);
    const isToCome = until.getTime() > Date.now();
    setPast(!isToCome);
    if (isToCome) onMute(until);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 max-w-72 flex-1 basis-56">
        <TextField
          label={say("calls.muteUntil")}
          type="datetime-local"
          dir="ltr"
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...(isPast && { error: say("calls.mutePast") })}
        />
      </div>
      <Button type="submit" tone="secondary">
        {say("calls.muteStart")}
      </Button>
    </form>
  );
}

const momentHere = (moment: Date): string =>
  new Intl.DateTimeFormat(intlTag(chosenLanguage()), { dateStyle: "medium", timeStyle: "short" }).format(
    moment,
  );
