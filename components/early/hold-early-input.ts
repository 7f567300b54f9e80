/**
 * Stands in the page before any script of ours has come (decision 0145), and is sent as its own text: it may use nothing
 * from outside of it. Until the page is alive, which the event `aliveEvent` tells, it holds what only a script can answer, a
 * press of a button or a form that leads nowhere by itself, and does it then. What was typed or chosen meanwhile is told
 * once more, for nobody was there to hear it.
 */
export function holdEarlyInput(aliveEvent: string): void {
  const HELD = "data-held";
  const RETRY_MS = 100;
  const MAX_TRIES = 100;
  const presses: { element: HTMLElement; type: "click" | "submit"; repeat: () => void }[] = [];
  const changed = new Set<EventTarget>();

  const hold = (event: Event, element: HTMLElement, type: "click" | "submit", repeat: () => void): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    // Whoever presses twice because nothing happens wants it once.
    if (element.hasAttribute(HELD)) return;
    element.setAttribute(HELD, "");
    presses.push({ element, type, repeat });
  };
  const onClick = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null || button.type !== "button" || button.hasAttribute("popovertarget")) return;
    hold(event, button, "click", () => button.click());
  };
  const onSubmit = (event: SubmitEvent): void => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.hasAttribute("action") || form.hasAttribute("method"))
      return;
    hold(event, form, "submit", () => form.requestSubmit(event.submitter));
  };
  const onChange = (event: Event): void => {
    if (event.target !== null) changed.add(event.target);
  };

  const tell = (control: EventTarget): void => {
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      control.checked = !control.checked;
      control.click();
    } else if (
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && control.type !== "file")
    ) {
      // React takes the value that it found for the one it knows: it has to be given another one first, behind its back.
      const { value, selectionStart, selectionEnd } = control;
      control.value = `${value}.`;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
      if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
      control.dispatchEvent(new Event("input", { bubbles: true }));
    } else {
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };

  /** A part of the page that is not alive yet swallows the event before it reaches its target: then again, a little later. */
  const untilHeard = (target: EventTarget, types: string[], act: () => void, done: () => void): void => {
    let tries = 0;
    // Unheard, a form would be sent by the browser itself.
    const keep = (event: Event): void => event.preventDefault();
    const attempt = (): void => {
      let isHeard = false;
      const hear = (): void => {
        isHeard = true;
      };
      for (const type of types) target.addEventListener(type, hear, { once: true });
      window.addEventListener("submit", keep, { capture: true, once: true });
      act();
      window.removeEventListener("submit", keep, true);
      for (const type of types) target.removeEventListener(type, hear);
      tries += 1;
      if (isHeard || tries >= MAX_TRIES) done();
      else setTimeout(attempt, RETRY_MS);
    };
    attempt();
  };

  window.addEventListener("click", onClick, true);
  window.addEventListener("submit", onSubmit, true);
  window.addEventListener("input", onChange, true);
  window.addEventListener("change", onChange, true);
  window.addEventListener(
    aliveEvent,
    () => {
      window.removeEventListener("click", onClick, true);
      window.removeEventListener("submit", onSubmit, true);
      window.removeEventListener("input", onChange, true);
      window.removeEventListener("change", onChange, true);
      for (const control of changed) {
        untilHeard(
          control,
          ["click", "input", "change"],
          () => tell(control),
          () => undefined,
        );
      }
      for (const { element, type, repeat } of presses) {
        untilHeard(element, [type], repeat, () => element.removeAttribute(HELD));
      }
    },
    { once: true },
  );
}
