"use client";

import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import { useRouter } from "@/components/ui/use-router";

type Outcome = { kind: string };

/** Why nothing was changed, or `cut_off`: whether something was is unknown. */
export type Unchanged<O extends Outcome, Done extends O["kind"]> = Exclude<O, { kind: Done }> | CutOff;

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
  const isDone = ({ kind }: Outcome): boolean => (done as readonly string[]).includes(kind);
  const { sending, outcome, send, clear } = useSend(
    (action: () => Promise<O>) => action(),
    CUT_OFF,
    (received) => {
      if (isDone(received) || (stale as readonly string[]).includes(received.kind)) router.refresh();
      if (isDone(received)) onDone?.();
    },
  );
  const change = async (action: () => Promise<O>): Promise<void> => {
    clear();
    await send(action);
  };
  return {
    isBusy: sending !== null,
    outcome: outcome === null || isDone(outcome) ? null : (outcome as Unchanged<O, Done>),
    change,
  };
}
