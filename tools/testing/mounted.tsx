import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";

type Mounted = {
  /** What is read in it, dialogs too. */
  text: () => string;
  show: (element: ReactNode) => Promise<void>;
  /** The topmost button of this name. */
  press: (name: string) => Promise<void>;
  end: () => Promise<void>;
};

/** A component that reacts, in the document of a test with `@vitest-environment happy-dom`. */
export async function mount(element: ReactNode): Promise<Mounted> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  /** Also what a promise that is settled already leads to. */
  const step = (take: () => void): Promise<void> =>
    act(() => {
      take();
      return Promise.resolve();
    });
  const show = (shown: ReactNode): Promise<void> =>
    step(() =>
      root.render(
        <MessagesProvider locale="en" messages={CATALOGUES.en}>
          {shown}
        </MessagesProvider>,
      ),
    );
  await show(element);
  return {
    text: () => place.textContent,
    show,
    press: async (name) => {
      const button = [...document.querySelectorAll("button")].findLast((one) => one.textContent === name);
      if (button === undefined) throw new Error(`there is no button ${name}`);
      await step(() => button.click());
    },
    end: async () => {
      await step(() => root.unmount());
      place.remove();
    },
  };
}
