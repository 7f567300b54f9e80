import { translator } from "@/components/i18n/server";
import { FoldedFilters } from "@/components/lists/filter-form";
import { requestedAddress } from "@/components/navigation/server";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { ToolBar } from "@/components/ui/tool-bar";
import { paths } from "@/lib/paths";
import { MAX_MINUTES, MIN_MINUTES } from "./stuck-filter";

type MinutesFormProps = {
  typed: string;
  hasFault: boolean;
  /** Whether the address has the filter: the page was loaded by this form, so the keyboard goes on here. */
  isGiven?: boolean;
};

/** A plain GET form: it works without JavaScript, and the filter is in the address. */
export async function MinutesForm({ typed, hasFault, isGiven = false }: MinutesFormProps) {
  const t = await translator("stuck");
  return (
    <ToolBar>
      <FoldedFilters count={isGiven ? 1 : 0} isOpen={hasFault} />
      <form
        method="get"
        action={await requestedAddress(paths.stuck())}
        className="folded flex max-w-full items-end gap-2"
      >
        <div className="w-72 min-w-0">
          <TextField
            key={typed}
            label={t("minutes")}
            name="minutes"
            type="number"
            min={MIN_MINUTES}
            max={MAX_MINUTES}
            required
            autoFocus={isGiven && hasFault}
            defaultValue={typed}
            error={hasFault ? t("minutesFault") : undefined}
          />
        </div>
        <Button isPlain type="submit" autoFocus={isGiven && !hasFault}>
          {t("apply")}
        </Button>
      </form>
    </ToolBar>
  );
}
