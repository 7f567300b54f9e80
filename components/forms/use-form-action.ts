"use client";

import { unstable_rethrow } from "next/navigation";
import { useActionState, useRef } from "react";

type Held<State> = { state: State; sent: FormData | null; isLost: boolean };

type FormAction<State> = Held<State> & {
  /** Serves as a form's `action`. Sends one request at a time, however often the button is pressed. */
  send: (form: FormData) => void;
  isSending: boolean;
};

/**
 * `useActionState` for an action that changes something. `state` is the last response; `sent` is the last form sent,
 * which refills the form after a field error. With `isLost` the response was lost: the action may have taken effect,
 * which is an outcome to show, not an error page. A second press sends nothing: its response would replace the first.
 */
export function useFormAction<State>(
  action: (earlier: State, form: FormData) => Promise<State>,
  initial: State,
): FormAction<State> {
  const isPending = useRef(false);
  const first: Held<State> = { state: initial, sent: null, isLost: false };
  const [held, dispatch, isSending] = useActionState(
    async (earlier: Held<State>, sent: FormData): Promise<Held<State>> => {
      try {
        return { state: await action(earlier.state, sent), sent, isLost: false };
      } catch (error) {
        unstable_rethrow(error);
        return { state: earlier.state, sent, isLost: true };
      } finally {
        isPending.current = false;
      }
    },
    first,
  );
  const send = (form: FormData): void => {
    if (isPending.current) return;
    isPending.current = true;
    dispatch(form);
  };
  return { ...held, send, isSending };
}
