import { within } from "@testing-library/dom";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";

/** Leads nowhere. */
const newRouter = () => ({
  push: vi.fn<(path: string) => void>(),
  replace: vi.fn<(path: string) => void>(),
  refresh: vi.fn<() => void>(),
  prefetch: () => undefined,
  back: () => undefined,
  forward: () => undefined,
  bfcacheId: "",
});

export type Mounted = {
  router: ReturnType<typeof newRouter>;
  /** What is read in it, dialogs too. */
  text: () => string;
  show: (element: ReactNode) => Promise<void>;
  /** The topmost button of this name. */
  press: (name: string) => Promise<void>;
  /** An option, by its value, of the select with this label. */
  choose: (label: string, value: string) => Promise<void>;
  end: () => Promise<void>;
};

/**
 * A component that reacts, in the document of a test with `@vitest-environment happy-dom`.
 * The files of a worker share their modules: one file mocks the actions of a component.
 */
export async function mount(element: ReactNode): Promise<Mounted> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const router = newRouter();
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
        <AppRouterContext value={router}>
          <PathnameContext value="/queues">
            <SearchParamsContext value={new URLSearchParams()}>
              <MessagesProvider locale="en" messages={CATALOGUES.en}>
                {shown}
              </MessagesProvider>
            </SearchParamsContext>
          </PathnameContext>
        </AppRouterContext>,
      ),
    );
  await show(element);
  return {
    router,
    text: () => place.textContent,
    show,
    press: async (name) => {
      const button = [...document.querySelectorAll("button")].findLast((one) => one.textContent === name);
      if (button === undefined) throw new Error(`there is no button ${name}`);
      await step(() => button.click());
    },
    choose: (label, value) =>
      step(() => {
        const select = within(place).getByLabelText<HTMLSelectElement>(label);
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }),
    end: async () => {
      await step(() => root.unmount());
      place.remove();
    },
  };
}
