import { translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS } from "@/components/ui/field";
import { paths } from "@/lib/paths";

/** Opens the page of a refund by its id, wherever it was made; that page polls it. */
export async function TrackForm() {
  const t = await translator("refunds");
  return (
    <form
      action={await requestedAddress(paths.refunds())}
      aria-label={t("track.label")}
      className="flex gap-2 max-sm:order-1 max-sm:basis-full"
    >
      <input
        name="track"
        aria-label={t("track.field")}
        placeholder={t("track.field")}
        title={t("track.hint")}
        required
        autoComplete="off"
        spellCheck={false}
        className={`${CONTROL_CLASS} h-7! touch-target text-sm! sm:w-34!`}
      />
      <Button type="submit" size="sm">
        {t("track.button")}
      </Button>
    </form>
  );
}
