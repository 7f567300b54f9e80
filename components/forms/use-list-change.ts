"use client";

import { useRef, useState } from "react";
import { useRouter } from "@/components/ui/use-router";

type Outcome = { kind: string };

/** Why nothing was changed, or `cut_off`: whether something was is unknown. */
export type Unchanged<O extends Outcome, Done extends O["kind"]> =
  | Exclude<O, { kind: Done }>
  | { kind: "cut_off" };

type Options<O extends Outcome, Done extends O["kind"]> = {
  /** The outcomes after which the list is read again and the dialog can close. */
  done: readonly Done[];
  /** Other outcomes that say that the list on the page is not current any more. */
  stale: readonly (O["kind"] | "cut_off")[];
  onDone?: (() => void) | undefined;
};

/** Sends one change of a list, however often it is clicked, and refreshes the list. */
export function useListChange<O extends Outcome, Done extends O["kind"]>({
  done,
  stale,
  onDone,
}: Options<O, Done>) {
  const router = useRouter();
  const isPending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Unchanged<O, Done> | null>(null);

  const change = async (action: () => Promise<O>): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setIsBusy(true);
    setOutcome(null);
    const answered = await action().catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    setIsBusy(false);
    if ((done as readonly string[]).includes(answered.kind)) {
      router.refresh();
      onDone?.();
      return;
    }
    setOutcome(answered as Unchanged<O, Done>);
    if ((stale as readonly string[]).includes(answered.kind)) router.refresh();
  };
  return { isBusy, outcome, change };
}
