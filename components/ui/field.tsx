import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";

type ControlProps = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** A shortcut that fills in the field, at the other end of the label's line. */
  aside?: ReactNode;
  /** False where the field says in itself what belongs into it. */
  isLabelShown?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** A label, its control, a hint and an error, linked for assistive technology. */
export function Field({ label, hint, error, aside, isLabelShown = true, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error !== undefined ? errorId : hint !== undefined && hintId]
    .filter(Boolean)
    .join(" ");

  return (
    <div>
      <div className={isLabelShown ? "mb-1 flex items-center justify-between gap-2" : "sr-only"}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": error !== undefined,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
      })}
      {error !== undefined && <ErrorText id={errorId}>{error}</ErrorText>}
      {/* The error already says what to do; the hint would repeat it. */}
      {hint !== undefined && error === undefined && (
        <p id={hintId} className="mt-1 text-sm text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a field, below it. */
export function ErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** The classes of a text field or a select. */
export const CONTROL_CLASS =
  "h-9 w-full min-w-0 rounded border border-line-strong bg-surface px-2.5 text-base text-ink " +
  "aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-muted";
