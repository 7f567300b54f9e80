import type { ComponentProps, ReactNode, SelectHTMLAttributes } from "react";
import { cx } from "./cx";
import { CONTROL_CLASS, Field } from "./field";

type Labelled = { label: string; hint?: ReactNode; error?: string | undefined };

type TextFieldProps = Labelled & Omit<ComponentProps<"input">, "id">;

/** A single-line input with its label. `type` selects others (email, date, datetime-local, number). */
export function TextField({ label, hint, error, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...rest} {...control} className={cx(CONTROL_CLASS, className)} />}
    </Field>
  );
}

type SelectFieldProps = Labelled &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "children"> & {
    options: readonly { value: string; label: string }[];
  };

/** The native select: every keyboard, screen reader and phone supports it. */
export function SelectField({ label, hint, error, options, className, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...rest} {...control} className={cx(CONTROL_CLASS, className)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type TextAreaFieldProps = Labelled & Omit<ComponentProps<"textarea">, "id">;

export function TextAreaField({ label, hint, error, className, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea {...rest} {...control} className={cx(CONTROL_CLASS, "h-auto py-1.5", className)} />
      )}
    </Field>
  );
}

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode };

/** A checkbox with its label; both are clickable. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx("flex min-h-6 touch-target items-center gap-2 text-sm", className)}>
      <input type="checkbox" {...rest} className="size-4 shrink-0 accent-accent-solid" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
