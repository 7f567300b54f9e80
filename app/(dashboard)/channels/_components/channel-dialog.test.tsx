import { Window } from "happy-dom";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { keepTyped, TYPED_KEY } from "@/components/states/typed-fields";
import { CATALOGUES } from "@/lib/messages";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("next/navigation");
  vi.resetModules();
});

/** No router is mounted here. The files of a worker share their modules, which may have been loaded with the real one. */
async function loadWithoutRouter() {
  vi.resetModules();
  vi.doMock("next/navigation", async (original) => ({
    ...(await original<object>()),
    useRouter: () => ({}),
  }));
  const { MessagesProvider } = await import("@/components/i18n/messages-provider");
  const { ChannelDialog } = await import("./channel-dialog");
  return { MessagesProvider, ChannelDialog };
}

it("has an address that is a secret: after the end of a session all but that is kept for its person (0374)", async () => {
  const { MessagesProvider, ChannelDialog } = await loadWithoutRouter();
  const window = new Window();
  for (const name of ["document", "sessionStorage", "HTMLInputElement"] as const)
    vi.stubGlobal(name, window[name]);
  window.document.body.innerHTML = renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <ChannelDialog
        channel={null}
        place={{ language: "en", timeZone: "Asia/Kolkata" }}
        onClose={() => undefined}
      />
    </MessagesProvider>,
  );
  const type = (label: string, text: string): void => {
    const labels = [...document.querySelectorAll("label")];
    const id = labels.find(({ textContent }) => textContent === label)?.htmlFor ?? "";
    (document.getElementById(id) as HTMLInputElement).value = text;
  };
  type("Name", "Refunds of the night");
  type("Incoming webhook address", "https://hooks.slack.com/services/T0/B0/secret");
  keepTyped("person", "/channels");
  const kept = sessionStorage.getItem(TYPED_KEY);
  expect(kept).toContain("Refunds of the night");
  expect(kept).not.toContain("hooks.slack.com");
});
