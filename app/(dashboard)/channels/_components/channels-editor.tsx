"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import type { Locale } from "@/lib/messages/locale";
import type { ChannelView } from "@/lib/notifications/chat";
import { ChannelDialog } from "./channel-dialog";
import { ChannelPanel } from "./channel-panel";

type ChannelsEditorProps = {
  channels: ChannelView[];
  /** Those of the viewer, for a new channel. */
  place: { language: Locale; timeZone: string };
};

/** All chat channels, and a dialog to add or change one. */
export function ChannelsEditor({ channels, place }: ChannelsEditorProps) {
  const t = useTranslations("channels");
  const [edited, setEdited] = useState<ChannelView | "new" | null>(null);
  return (
    <>
      <PageHeader
        title={t("title")}
        about={t("about")}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setEdited("new")}
          >
            {t("add")}
          </Button>
        }
      />
      {channels.length === 0 ? (
        <EmptyState title={t("empty.title")}>{t("empty.body")}</EmptyState>
      ) : (
        <div className="grid max-w-3xl gap-4">
          {channels.map((channel) => (
            <ChannelPanel key={channel.id} channel={channel} onEdit={() => setEdited(channel)} />
          ))}
        </div>
      )}
      {edited !== null && (
        <ChannelDialog
          channel={edited === "new" ? null : edited}
          place={place}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
