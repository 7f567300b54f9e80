"use client";

import { unstable_rethrow } from "next/navigation";
import { useActionState, useRef } from "react";

type Held<State> = { state: State; sent: FormData | null; isLost: boolean };

export type FormAction<State> = Held<State> & {
  /** For a form's `action`. Sends once, however often it is pressed until the answer is there. */
  send: (form: FormData) => void;
  isSending: boolean;
};

/**
 * `useActionState` for an action that changes something. `state` is the last answer, and `sent` what was sent last, from which a form
 * fills itself in again after a fault. With `isLost` the answer to it was lost: it may have been carried out, which is an
 * outcome to tell and no error page. A second press sends nothing: its answer would take the place of the first.
 */
export function useFormAction<State>(
  action: (earlier: State, form: FormData) => Promise<State>,
  initial: State,
): FormAction<State> {
  const isUnderWay = useRef(false);
  const first: Held<State> = { state: initial, sent: null, isLost: false };
  const [held, dispatch, isSending] = useActionState(
    async (earlier: Held<State>, sent: FormData): Promise<Held<State>> => {
      try {
        return { state: await action(earlier.state, sent), sent, isLost: false };
      } catch (error) {
        unstable_rethrow(error);
        return { state: earlier.state, sent, isLost: true };
      } finally {
        isUnderWay.current = false;
      }
    },
    first,
  );
  const send = (form: FormData): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    dispatch(form);
  };
  return { ...held, send, isSending };
}
