import { paths } from "@/lib/paths";
import { pageAddress } from "./page-address";

const REACH_LIMIT_MS = 5_000;

/**
 * Whether the server would respond to this person with the page. A failed refresh replaces the page by the browser's
 * error page, and one without a session leaves for the sign-in.
 */
export async function isReadyFor(): Promise<"ready" | "signed_out" | "unreachable"> {
  try {
    const response = await fetch(pageAddress(paths.api.unreadNotifications()), {
      cache: "no-store",
      signal: AbortSignal.timeout(REACH_LIMIT_MS),
    });
    if (response.status === 401) return "signed_out";
    return response.ok ? "ready" : "unreachable";
  } catch {
    return "unreachable";
  }
}

/** Notes the fields that somebody types into, until their form is sent. */
export function watchTyping(): { isUnsent(): boolean; stop(): void } {
  const touched = new Set<Element>();
  const onInput = ({ target }: Event): void => {
    if (target instanceof Element) touched.add(target);
  };
  const onSubmit = ({ target }: Event): void => {
    for (const field of touched)
      if (target instanceof Element && target.contains(field)) touched.delete(field);
  };
  document.addEventListener("input", onInput);
  document.addEventListener("submit", onSubmit);
  return {
    isUnsent: () => [...touched].some((field) => field.isConnected && isFilled(field)),
    stop() {
      document.removeEventListener("input", onInput);
      document.removeEventListener("submit", onSubmit);
    },
  };
}

function isFilled(field: Element): boolean {
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    // A selection of rows is no input: it stays when the list refreshes.
    return field.checked !== field.defaultChecked && field.form !== null;
  }
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  const hasValue = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return hasValue && field.value !== "";
}
