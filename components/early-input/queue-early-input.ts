/**
 * Runs inline before any other script (decision 0145), and is sent as its own source text: it may use nothing from
 * outside it. Until hydration, reported by the event `aliveEvent`, it holds what needs JavaScript (a click on a button,
 * a form without an action of its own) and replays it then. Input events of fields changed meanwhile are dispatched
 * again, because no handler received them.
 */
export function queueEarlyInput(aliveEvent: string): void {
  const HELD = "data-held";
  const RETRY_MS = 100;
  const MAX_TRIES = 100;
  const PROBE = "touchcancel";
  const presses: { element: HTMLElement; repeat: () => void }[] = [];
  const changed = new Map<EventTarget, () => void>();

  const hold = (event: Event, element: HTMLElement, repeat: () => void): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    // A second click on an element that does not react is meant once.
    if (element.hasAttribute(HELD)) return;
    element.setAttribute(HELD, "");
    presses.push({ element, repeat });
  };
  const onClick = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null || button.type !== "button" || button.hasAttribute("popovertarget")) return;
    hold(event, button, () => button.click());
  };
  const onSubmit = (event: SubmitEvent): void => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.hasAttribute("action") || form.hasAttribute("method"))
      return;
    hold(event, form, () => form.requestSubmit(event.submitter));
  };
  let isAlive = false;
  let isReplaying = false;
  const onChange = (event: Event): void => {
    const control = event.target;
    if (control === null || isReplaying) return;
    // Typing goes on between hydration and the replay, which must not bring back the text from before.
    const earlier = [...changed.keys()].filter((other) => other === control || isSameChoice(other, control));
    if (isAlive && earlier.length === 0) return;
    // Of radio buttons the last one counts, also when it is chosen while an earlier one waits for its replay.
    for (const other of earlier) changed.delete(other);
    changed.set(control, retell(control));
    if (isAlive) scheduleReplay(control);
  };
  const isSameChoice = (one: EventTarget, other: EventTarget): boolean => {
    const areRadios =
      one instanceof HTMLInputElement &&
      other instanceof HTMLInputElement &&
      one.type === "radio" &&
      other.type === "radio";
    return areRadios && one.name === other.name && one.form === other.form;
  };

  /** Replays the value of a control: React re-renders some during hydration, others need the event. */
  const retell = (control: EventTarget): (() => void) => {
    const repeat = (type: "input" | "change"): void => {
      control.dispatchEvent(new Event(type, { bubbles: true }));
    };
    if (control instanceof HTMLSelectElement) {
      const { value } = control;
      return () => {
        control.value = value;
        repeat("change");
      };
    }
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      const { checked } = control;
      return () => {
        control.checked = !checked;
        control.click();
      };
    }
    const isText = control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement;
    if (!isText || control.type === "file") return () => repeat("change");
    const { value, selectionStart, selectionEnd } = control;
    return () => {
      // React takes the value that it found as already known: set another one first without React noticing.
      control.value = `${value}.`;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
      if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
      repeat("input");
    };
  };

  /**
   * React stops an event in a part of the page that is not hydrated, and hydrates that part first where it can: an
   * event that arrives shows that the part listens. Nothing else listens for this one.
   */
  const listens = (target: EventTarget): boolean => {
    let hasArrived = false;
    const arrive = (): void => {
      hasArrived = true;
    };
    target.addEventListener(PROBE, arrive);
    target.dispatchEvent(new Event(PROBE, { bubbles: true }));
    target.removeEventListener(PROBE, arrive);
    return hasArrived;
  };
  const onceItListens = (target: EventTarget, act: () => void, triesLeft = MAX_TRIES): void => {
    if (listens(target)) act();
    else if (triesLeft > 0) setTimeout(() => onceItListens(target, act, triesLeft - 1), RETRY_MS);
  };

  const replay = (control: EventTarget): void => {
    const dispatch = changed.get(control);
    changed.delete(control);
    isReplaying = true;
    dispatch?.();
    isReplaying = false;
    stopWhenReplayed();
  };
  const stopWhenReplayed = (): void => {
    if (changed.size > 0) return;
    window.removeEventListener("input", onChange, true);
    window.removeEventListener("change", onChange, true);
  };
  /** Each in a task of its own: React renders one event before it handles the next. */
  const scheduleReplay = (control: EventTarget): void => {
    setTimeout(() => onceItListens(control, () => replay(control)));
  };

  window.addEventListener("click", onClick, true);
  window.addEventListener("submit", onSubmit, true);
  window.addEventListener("input", onChange, true);
  window.addEventListener("change", onChange, true);
  window.addEventListener(
    aliveEvent,
    () => {
      isAlive = true;
      window.removeEventListener("click", onClick, true);
      window.removeEventListener("submit", onSubmit, true);
      stopWhenReplayed();
      for (const control of [...changed.keys()]) scheduleReplay(control);
      for (const { element, repeat } of presses) {
        const press = (): void => {
          element.removeAttribute(HELD);
          repeat();
        };
        setTimeout(() => onceItListens(element, press));
      }
    },
    { once: true },
  );
}
