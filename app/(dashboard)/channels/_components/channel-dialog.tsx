"use client";

import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { LOCALE_NAMES, LOCALES, type Locale } from "@/lib/messages/locale";
import {
  CHAT_KIND_NAMES,
  CHAT_KINDS,
  type ChannelField,
  type ChannelInput,
  type ChannelView,
  MAX_CHANNEL_NAME,
} from "@/lib/notifications/chat";
import { timeOf } from "@/lib/notifications/email-time";
import { deleteChannelAction, saveChannelAction } from "../actions";
import { ChannelEvents } from "./channel-events";
import { ChannelNotice } from "./channel-notice";
import { useChannelChange } from "./use-channel-change";

const NIGHT = { quietFrom: "21:00", quietUntil: "08:00" };

type ChannelDialogProps = {
  /** Null: a new one. */
  channel: ChannelView | null;
  place: { language: Locale; timeZone: string };
  onClose: () => void;
};

/** Adds a channel, or changes or deletes one. Its address is written here and never shown again. */
export function ChannelDialog({ channel, place, onClose }: ChannelDialogProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  return isDeleting && channel !== null ? (
    <DeleteDialog channel={channel} onKeep={() => setIsDeleting(false)} onDone={onClose} />
  ) : (
    <EditDialog channel={channel} place={place} onClose={onClose} onDelete={() => setIsDeleting(true)} />
  );
}

function enteredOf(
  channel: ChannelView | null,
  { language, timeZone }: ChannelDialogProps["place"],
): ChannelInput {
  if (channel === null) {
    const none = { id: null, name: "", url: "", events: [], quietFrom: "", quietUntil: "" };
    return { ...none, kind: "slack", language, timeZone };
  }
  const { id, name, kind, events, quiet } = channel;
  return {
    id,
    name,
    kind,
    url: "",
    events,
    language: channel.language,
    timeZone: channel.timeZone,
    quietFrom: quiet === null ? "" : timeOf(quiet.from),
    quietUntil: quiet === null ? "" : timeOf(quiet.until),
  };
}

type EditDialogProps = ChannelDialogProps & { onDelete: () => void };

function EditDialog({ channel, place, onClose, onDelete }: EditDialogProps) {
  const t = useTranslations("channels");
  const [entered, setEntered] = useState(() => enteredOf(channel, place));
  const set = (fields: Partial<ChannelInput>): void => setEntered((before) => ({ ...before, ...fields }));
  const saving = useChannelChange(onClose);
  const { outcome, isBusy } = saving;
  const faultAt = (field: ChannelField): string | undefined => {
    if (outcome?.kind !== "invalid" || outcome.field !== field) return undefined;
    if (field === "events") return t("fault.noEvents");
    if (field === "quiet") return t("fault.quiet");
    return t(`fault.${outcome.fault}`, { max: MAX_CHANNEL_NAME });
  };
  const isQuiet = entered.quietFrom !== "" || entered.quietUntil !== "";
  const [wantsQuiet, setWantsQuiet] = useState(isQuiet);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void saving.change(() => saveChannelAction(entered));
  };

  return (
    <Dialog
      title={t(channel === null ? "addTitle" : "editTitle")}
      onDismiss={onClose}
      canDismiss={!isBusy}
      className="max-w-xl"
    >
      <form noValidate autoComplete="off" onSubmit={submit}>
        <div className="space-y-4">
          <TextField
            label={t("name")}
            hint={t("nameHint")}
            value={entered.name}
            error={faultAt("name")}
            onChange={(event) => set({ name: event.target.value })}
            data-initial-focus
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SelectField
              label={t("kind")}
              value={entered.kind}
              onChange={(event) =>
                set({ kind: CHAT_KINDS.find((kind) => kind === event.target.value) ?? "slack" })
              }
              options={CHAT_KINDS.map((kind) => ({ value: kind, label: CHAT_KIND_NAMES[kind] }))}
            />
            <SelectField
              label={t("language")}
              value={entered.language}
              onChange={(event) =>
                set({ language: LOCALES.find((locale) => locale === event.target.value) ?? "en" })
              }
              options={LOCALES.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))}
            />
          </div>
          <TextField
            label={t("url")}
            hint={
              <>
                {t(`urlHint.${entered.kind}`)} {t("urlSecret")}
                {channel !== null && <> {t("urlKept", { end: channel.end })}</>}
              </>
            }
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            data-secret
            className="font-mono"
            value={entered.url}
            error={faultAt("url")}
            onChange={(event) => set({ url: event.target.value })}
          />
          <ChannelEvents
            chosen={entered.events}
            error={faultAt("events")}
            onChange={(events) => set({ events })}
          />
          <div>
            <Checkbox
              label={t("quiet")}
              checked={wantsQuiet}
              onChange={({ target: { checked } }) => {
                setWantsQuiet(checked);
                set(checked ? NIGHT : { quietFrom: "", quietUntil: "" });
              }}
            />
            {wantsQuiet && (
              <>
                <div className="mt-2 grid max-w-sm grid-cols-2 gap-4">
                  <TextField
                    type="time"
                    label={t("from")}
                    value={entered.quietFrom}
                    error={faultAt("quiet")}
                    onChange={(event) => set({ quietFrom: event.target.value })}
                  />
                  <TextField
                    type="time"
                    label={t("until")}
                    value={entered.quietUntil}
                    onChange={(event) => set({ quietUntil: event.target.value })}
                  />
                </div>
                <p className="mt-2 text-sm text-ink-muted">{t("zone", { zone: entered.timeZone })}</p>
              </>
            )}
          </div>
          {outcome !== null && <ChannelNotice outcome={outcome} />}
        </div>
        <DialogButtons>
          {channel !== null && (
            <Button disabled={isBusy} className="mr-auto" onClick={onDelete}>
              {t("delete")}
            </Button>
          )}
          <Button disabled={isBusy} onClick={onClose}>
            {t("keep")}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("save")}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

type DeleteDialogProps = { channel: ChannelView; onKeep: () => void; onDone: () => void };

function DeleteDialog({ channel, onKeep, onDone }: DeleteDialogProps) {
  const t = useTranslations("channels");
  const deleting = useChannelChange(onDone);
  return (
    <Dialog title={t("deleteTitle")} onDismiss={onKeep} canDismiss={!deleting.isBusy} className="max-w-md">
      <p className="font-medium wrap-anywhere">{channel.name}</p>
      <p className="mt-1 text-sm">{t("deleteBody")}</p>
      {deleting.outcome !== null && (
        <div className="mt-3">
          <ChannelNotice outcome={deleting.outcome} />
        </div>
      )}
      <DialogButtons>
        <Button disabled={deleting.isBusy} onClick={onKeep} data-initial-focus>
          {t("keep")}
        </Button>
        <Button
          variant="danger"
          busy={deleting.isBusy}
          onClick={() => void deleting.change(() => deleteChannelAction({ id: channel.id }))}
        >
          {t("delete")}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
