"use client";

import { X } from "lucide-react";
import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { useTranslations } from "use-intl/react";
import { cx } from "./cx";

type DialogProps = {
  title: string;
  /** The content is self-explanatory: the title is visually hidden, and the content fills the box. */
  isBare?: boolean;
  /** `alertdialog` interrupts for a decision and has no corner button: only its own buttons close it. */
  role?: "dialog" | "alertdialog";
  /** Called for Escape, the corner button, or the system's back gesture. */
  onDismiss: () => void;
  /** False while something is being sent: the dialog then stays until the outcome is known. */
  canDismiss?: boolean;
  describedBy?: string;
  className?: string;
  children: ReactNode;
};

/** Marks the element focused when the dialog opens; by default the dialog itself. */
const INITIAL_FOCUS = "[data-initial-focus]";

/** Chromium gives the focus back to a field without a caret, and then takes no text. */
function restoreCaret(field: Element | null): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { selectionStart, selectionEnd } = field;
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * A modal on the native `dialog` element: the page behind is inert, and focus returns to where it was. It is open for
 * as long as it is rendered.
 */
export function Dialog({
  title,
  isBare = false,
  role = "dialog",
  onDismiss,
  canDismiss = true,
  describedBy,
  className,
  children,
}: DialogProps) {
  const t = useTranslations("common");
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closed before it is removed: only then does the browser restore focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    dialog.showModal();
    const first = dialog.querySelector<HTMLElement>(INITIAL_FOCUS) ?? dialog;
    first.focus();
    // What is typed then replaces a value that was filled in.
    if (first instanceof HTMLInputElement) first.select();
    return () => {
      dialog.close();
      restoreCaret(document.activeElement);
    };
  }, []);

  const dismiss = (): void => {
    if (canDismiss) onDismiss();
  };

  // Handles Escape as a key: a browser closes a dialog on the second prevented `cancel` event anyway.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dismiss();
  };

  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    dismiss();
  };

  // The browser closed it anyway: reopen, and let the owner decide.
  const onClose = (): void => {
    if (element.current === null || element.current.open) return;
    element.current.showModal();
    dismiss();
  };

  return (
    <dialog
      ref={element}
      role={role}
      aria-modal
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onClose}
      className={cx(
        "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md overflow-y-auto overscroll-contain scroll-pb-20",
        // A cell of a table would lend it its own.
        "text-start whitespace-normal",
        "rounded-lg border border-line bg-surface text-ink shadow-floating outline-none",
        className,
      )}
    >
      {isBare && (
        <h2 id={titleId} className="sr-only">
          {title}
        </h2>
      )}
      {!isBare && (
        <header className="flex items-start gap-4 px-5 pt-4">
          <h2 id={titleId} className="grow text-lg font-semibold text-balance">
            {title}
          </h2>
          {role === "dialog" && (
            <button
              type="button"
              aria-label={t("close")}
              disabled={!canDismiss}
              onClick={dismiss}
              className="touch-area -mr-2 -mt-0.5 grid size-7 place-items-center rounded text-ink-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-40"
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </header>
      )}
      <div className={isBare ? undefined : "px-5 pt-3 pb-5"}>{children}</div>
    </dialog>
  );
}

/** The end of a dialog, which stays in view while the dialog is scrolled. */
export const DIALOG_END = "sticky bottom-0 z-10 -mx-5 -mb-5 border-t border-line bg-surface px-5 py-2.5";

/** The row of buttons at the end of a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className={cx("mt-5 flex flex-wrap-reverse gap-2 sm:justify-end max-sm:*:grow", DIALOG_END)}>
      {children}
    </div>
  );
}
