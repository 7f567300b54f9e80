"use client";

import { ChannelDialog } from "@/app/(dashboard)/channels/_components/channel-dialog";
import { ChannelEvents } from "@/app/(dashboard)/channels/_components/channel-events";
import { ChannelNotice } from "@/app/(dashboard)/channels/_components/channel-notice";
import { ChannelPanel } from "@/app/(dashboard)/channels/_components/channel-panel";
import { ChannelsEditor } from "@/app/(dashboard)/channels/_components/channels-editor";
import { LimitsForm } from "@/app/(dashboard)/channels/_components/limits-form";
import type { ChannelView } from "@/lib/notifications/chat";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";

const place = { language: "en", timeZone: "Asia/Kolkata" } as const;
const AT = "2026-11-21T08:12:00.000Z";

const channel: ChannelView = {
  id: "5f0f4a76-2c34-4a2b-9a57-6d1f8b6c0001",
  name: "#payments",
  kind: "slack",
  host: "hooks.slack.com",
  end: "h7Kq",
  events: ["approval_waiting", "refund_failed", "gateway_opened", "gateway_closed"],
  language: "en",
  timeZone: "Asia/Kolkata",
  quiet: { from: 21 * 60, until: 8 * 60 },
  lastSentAt: AT,
  retry: null,
  paused: null,
};
const teams: ChannelView = {
  ...channel,
  id: "5f0f4a76-2c34-4a2b-9a57-6d1f8b6c0002",
  name: "Refunds of the night shift, Bengaluru and Pune",
  kind: "teams",
  host: "default0123456789abcdef.environment.api.powerplatform.com:443",
  end: "x_9A",
  quiet: null,
  lastSentAt: null,
};

const FAILED = ["timed_out", "address_refused", "HTTP 404"] as const;
const OUTCOMES = ["too_soon", "not_found", "forbidden", "cut_off"] as const;

const LIMITS = { stuckPayments: 20, successRatePoints: 15, lateRefundHours: 24 };

/** The chat channels that receive notifications. */
export function ChannelExamples() {
  return (
    <>
      <Example component="ChannelsEditor" state="some">
        <ChannelsEditor channels={[channel, teams]} place={place} />
      </Example>
      <Example component="ChannelPanel" state="retrying, paused after failures, paused by a person">
        <div className="grid max-w-3xl gap-4">
          <ChannelPanel
            channel={{ ...channel, retry: { code: "HTTP 429", at: AT } }}
            onEdit={() => undefined}
          />
          <ChannelPanel
            channel={{ ...teams, paused: { at: AT, code: "HTTP 404", missed: 12 } }}
            onEdit={() => undefined}
          />
          <ChannelPanel
            channel={{ ...channel, paused: { at: AT, code: null, missed: 1 } }}
            onEdit={() => undefined}
          />
        </div>
      </Example>
      <Example component="LimitsForm" state="the installation's, and the account's own">
        <div className="grid max-w-3xl gap-4">
          <LimitsForm view={{ limits: LIMITS, defaults: LIMITS, version: 0, changedBy: null }} />
          <LimitsForm
            view={{
              limits: { stuckPayments: 199, successRatePoints: 5, lateRefundHours: 720 },
              defaults: LIMITS,
              version: 2,
              changedBy: { name: "Asha Rao", at: AT },
            }}
          />
        </div>
      </Example>
      <DialogExample component="ChannelDialog" state="new">
        {(close) => <ChannelDialog channel={null} place={place} onClose={close} />}
      </DialogExample>
      <DialogExample component="ChannelDialog" state="existing">
        {(close) => <ChannelDialog channel={channel} place={place} onClose={close} />}
      </DialogExample>
      <Example component="ChannelEvents" state="none chosen, an error">
        <ChannelEvents chosen={[]} error="Choose at least one event." onChange={() => undefined} />
      </Example>
      <Example component="ChannelNotice" state="every outcome">
        <div className="space-y-3">
          <ChannelNotice outcome={{ kind: "test_sent", name: "#payments" }} />
          {FAILED.map((code) => (
            <ChannelNotice
              key={code}
              outcome={{
                kind: "test_failed",
                name: "#payments",
                code,
                mayHaveArrived: code === "timed_out",
              }}
            />
          ))}
          {OUTCOMES.map((kind) => (
            <ChannelNotice key={kind} outcome={{ kind }} />
          ))}
        </div>
      </Example>
    </>
  );
}
