"use client";

import { useId, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { completeMention, type MentionQuery, mentionQueryAt, suggestPeople } from "@/lib/notes/mention-query";
import type { MentionView } from "@/lib/notes/note-views";

type MentionFieldProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  /** Undefined until they are loaded. */
  people: readonly MentionView[] | undefined;
  isReadOnly?: boolean;
  onChange: (text: string) => void;
  onSubmit: () => void;
  onEscape?: () => void;
  fieldRef?: Ref<HTMLTextAreaElement>;
  /** In one line with this text inside, until something is typed. */
  invitation?: string | undefined;
};

const MAX_SUGGESTIONS = 6;

/** A text area that suggests people after "@". Ctrl+Enter or ⌘Enter submits. */
export function MentionField(props: MentionFieldProps) {
  const {
    label,
    hint,
    error,
    value,
    people,
    isReadOnly = false,
    onChange,
    onSubmit,
    onEscape,
    fieldRef,
    invitation,
  } = props;
  const t = useTranslations("notes");
  const listId = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [active, setActive] = useState(0);
  const suggested = query === null ? [] : suggestPeople(people ?? [], query, MAX_SUGGESTIONS);
  const isOpen = suggested.length > 0;
  const isShort = invitation !== undefined && value === "";

  const readQuery = (field: HTMLTextAreaElement): void => {
    setQuery(mentionQueryAt(field.value, field.selectionStart));
    setActive(0);
  };

  const choose = (person: MentionView | undefined): void => {
    if (query === null || person === undefined) return;
    const { text, caret } = completeMention(value, query, person.name);
    onChange(text);
    setQuery(null);
    // The field has the new text in the next frame.
    requestAnimationFrame(() => {
      own.current?.focus();
      own.current?.setSelectionRange(caret, caret);
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isHandled = isOpen ? onListKey(event) : onFieldKey(event);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onListKey = ({ key }: KeyboardEvent): boolean => {
    if (key === "ArrowDown") setActive((active + 1) % suggested.length);
    else if (key === "ArrowUp") setActive((active + suggested.length - 1) % suggested.length);
    else if (key === "Enter" || key === "Tab") choose(suggested[active]);
    else if (key === "Escape") setQuery(null);
    else return false;
    return true;
  };

  const onFieldKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (key === "Enter" && (ctrlKey || metaKey)) onSubmit();
    else if (key === "Escape" && onEscape !== undefined) onEscape();
    else return false;
    return true;
  };

  return (
    <div className="relative">
      <Field
        label={label}
        hint={isShort ? undefined : hint}
        error={error}
        isLabelShown={invitation === undefined}
      >
        {(control) => (
          <textarea
            {...control}
            ref={(field) => {
              own.current = field;
              if (typeof fieldRef === "function") fieldRef(field);
              else if (fieldRef !== undefined && fieldRef !== null) fieldRef.current = field;
            }}
            rows={isShort ? 1 : 3}
            placeholder={invitation}
            {...(invitation !== undefined && { "aria-keyshortcuts": "n" })}
            readOnly={isReadOnly}
            value={value}
            aria-autocomplete="list"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? `${listId}-${String(active)}` : undefined}
            onChange={(event) => {
              onChange(event.target.value);
              readQuery(event.target);
            }}
            onClick={(event) => readQuery(event.currentTarget)}
            onBlur={() => setQuery(null)}
            onKeyDown={onKeyDown}
            className={cx(CONTROL_CLASS, "block h-auto py-1.5", invitation !== undefined && "text-sm")}
          />
        )}
      </Field>
      {isOpen && (
        <ul
          id={listId}
          role="listbox"
          aria-label={t("mention.people")}
          className="absolute left-0 z-10 mt-1 w-64 max-w-full rounded border border-line bg-surface py-1 shadow-floating"
        >
          {suggested.map((person, index) => (
            <li
              key={person.personId}
              id={`${listId}-${String(index)}`}
              role="option"
              aria-selected={index === active}
              // The field keeps focus, and the list is still there for the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              className={cx(
                "cursor-pointer truncate px-2.5 py-1.5 text-sm touch-target",
                index === active && "bg-accent-soft text-accent",
              )}
            >
              <bdi>{person.name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
