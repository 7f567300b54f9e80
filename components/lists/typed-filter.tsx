import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { cx } from "@/components/ui/cx";
import { CONTROL_CLASS } from "@/components/ui/field";
import { isolatedList } from "@/lib/direction";
import type { TypedGrammar } from "@/lib/lists/typed-filter";

type TypedFilterProps = {
  action: string;
  grammar: TypedGrammar;
  /** The filter in use, which is narrowed; fields of the address. */
  kept: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The text as submitted, with the names that the list does not have; null unless there are some. */
  refused: { text: string; unknown: readonly string[] } | null;
};

/** A filter as text, for hands that stay on the keyboard; what it means appears as chips. Works without JavaScript. */
export async function TypedFilter({ action, grammar, kept, refused }: TypedFilterProps) {
  const t = await translator("common");
  const names = Object.keys(grammar.fields);
  const list = names.join(", ");
  return (
    <form
      role="search"
      action={await requestedAddress(action)}
      aria-label={t("typedFilter.label")}
      // Remounts for another filter, so that no old text stays.
      key={JSON.stringify([kept, refused])}
      // The form is quicker on a phone than names and colons. An error has a line of its own below the bar, so that
      // nothing beside the field moves.
      className={refused === null ? "min-w-0 max-sm:hidden" : "contents"}
    >
      {Object.entries(kept).flatMap(([name, value = []]) =>
        [value].flat().map((one) => <input key={`${name} ${one}`} type="hidden" name={name} value={one} />),
      )}
      <Control
        label={t("typedFilter.label")}
        placeholder={t("typedFilter.placeholder")}
        text={refused?.text}
        names={names}
        hint={t("typedFilter.hint", { names: list })}
        error={
          refused === null
            ? null
            : t("typedFilter.unknown", { given: isolatedList(refused.unknown), names: list })
        }
      />
    </form>
  );
}

type ControlProps = {
  label: string;
  placeholder: string;
  text: string | undefined;
  names: readonly string[];
  hint: string;
  error: string | null;
};

function Control({ label, placeholder, text, names, hint, error }: ControlProps) {
  const id = useId();
  return (
    <>
      <input
        name="typed"
        aria-label={label}
        aria-invalid={error !== null}
        aria-describedby={`${id}-hint`}
        placeholder={placeholder}
        defaultValue={text}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // The page was loaded to say what is wrong: one goes on typing where it is.
        autoFocus={error !== null}
        list={`${id}-names`}
        enterKeyHint="search"
        className={cx(
          CONTROL_CLASS,
          "h-7! touch-target text-sm! sm:w-52!",
          error !== null && "max-sm:order-1 max-sm:basis-full",
        )}
      />
      <datalist id={`${id}-names`}>
        {names.map((name) => (
          <option key={name} value={`${name}:`} />
        ))}
      </datalist>
      <p id={`${id}-hint`} className={error === null ? "sr-only" : "order-1 basis-full text-sm text-danger"}>
        {error !== null && <CircleAlert aria-hidden className="mr-1.5 inline size-4 align-text-bottom" />}
        <bdi>{error ?? hint}</bdi>
      </p>
    </>
  );
}
