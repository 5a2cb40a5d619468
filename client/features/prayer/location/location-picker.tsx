import { ChevronDown, LocateFixed } from "lucide-react";
import { type ClipboardEvent, useState } from "react";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import { getPrayerProfile, updatePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { useDefaults } from "#client/features/prayer/settings/use-defaults.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { CitySearch } from "./city-search.tsx";
import { changeLocation, getLocationAt, toLocation } from "./location.ts";
import { parseDegrees, parsePair } from "./parse-coordinates.ts";

interface LocationPickerProps {
  readonly hasAutoFocus?: boolean;
  readonly onChosen?: () => void;
}

export function LocationPicker({ hasAutoFocus = false, onChosen }: LocationPickerProps) {
  const getDefault = useDefaults();
  const choose = (location: ChosenLocation) => {
    updatePrayerProfile(changeLocation(location, getPrayerProfile(), getDefault));
    onChosen?.();
  };
  return (
    <div className="flex flex-col gap-4">
      <CitySearch hasAutoFocus={hasAutoFocus} onChoose={(city) => choose(toLocation(city))} />
      <DeviceLocation onChoose={choose} />
      <CoordinatesForm onChoose={choose} />
    </div>
  );
}

interface ChoiceProps {
  readonly onChoose: (location: ChosenLocation) => void;
}

function DeviceLocation({ onChoose }: ChoiceProps) {
  const [locationError, setLocationError] = useState<GeolocationError | null>(null);
  const [isLocating, setLocating] = useState(false);
  const requestLocation = async () => {
    setLocationError(null);
    setLocating(true);
    const result = await locate();
    if (typeof result === "string") setLocationError(result);
    else
      await getLocationAt(result.latitude, result.longitude).then(onChoose, () => setLocationError("failed"));
    setLocating(false);
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        tone="secondary"
        icon={<LocateFixed aria-hidden />}
        isPending={isLocating}
        pendingText={t("prayer.locating")}
        onClick={() => void requestLocation()}
      >
        {t("prayer.useDevice")}
      </Button>
      <p role="status" className="text-muted text-small empty:hidden">
        {locationError && t(`prayer.locate_${locationError}`)}
      </p>
    </div>
  );
}

function CoordinatesForm({ onChoose }: ChoiceProps) {
  const form = useForm({
    values: { latitude: "", longitude: "" },
    validate: ({ latitude, longitude }) => ({
      ...(parseDegrees(latitude, 90) === null && { latitude: t("prayer.wrongLatitude") }),
      ...(parseDegrees(longitude, 180) === null && { longitude: t("prayer.wrongLongitude") }),
    }),
    onSubmit: async ({ latitude, longitude }) => {
      const [north, east] = [parseDegrees(latitude, 90), parseDegrees(longitude, 180)];
      if (north !== null && east !== null) onChoose(await getLocationAt(north, east));
    },
  });
  const onPaste = (event: ClipboardEvent) => {
    const pair = parsePair(event.clipboardData.getData("text"));
    if (!pair) return;
    event.preventDefault();
    form.set({ latitude: pair[0], longitude: pair[1] });
  };
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-3 font-medium text-small [&::-webkit-details-marker]:hidden">
        {t("prayer.byCoordinates")}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <form {...form.props} className="flex flex-col items-start gap-3 px-3 pb-3">
        <div className="grid w-full gap-3 sm:grid-cols-2">
          <TextField
            {...form.field("latitude")}
            label={t("prayer.latitude")}
            hint={t("prayer.latitudeHint")}
            dir="ltr"
            autoComplete="off"
            onPaste={onPaste}
          />
          <TextField
            {...form.field("longitude")}
            label={t("prayer.longitude")}
            hint={t("prayer.longitudeHint")}
            dir="ltr"
            autoComplete="off"
            onPaste={onPaste}
          />
        </div>
        <FormError error={form.error} />
        <Button type="submit" tone="secondary" size="small" isPending={form.isPending}>
          {t("prayer.useCoordinates")}
        </Button>
      </form>
    </details>
  );
}

type GeolocationError = "insecure" | "missing" | "refused" | "failed" | "timeout";

const timeoutMs = 12_000;
const maxAgeMs = 300_000;

function locate(): Promise<{ readonly latitude: number; readonly longitude: number } | GeolocationError> {
  if (!window.isSecureContext) return Promise.resolve("insecure");
  if (!("geolocation" in navigator)) return Promise.resolve("missing");
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => resolve(code === 1 ? "refused" : code === 3 ? "timeout" : "failed"),
      { timeout: timeoutMs, maximumAge: maxAgeMs },
    );
  });
}
