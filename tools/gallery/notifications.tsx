import { EmailSettings } from "@/app/(dashboard)/account/notifications/_components/email-settings";
import { SettingsForm } from "@/app/(dashboard)/account/notifications/_components/settings-form";
import { GroupFilter } from "@/app/(dashboard)/notifications/_components/group-filter";
import { NotificationList } from "@/app/(dashboard)/notifications/_components/notification-list";
import { ReadAll } from "@/app/(dashboard)/notifications/_components/read-all";
import { translator } from "@/components/i18n/server";
import { NotificationItem } from "@/components/notifications/notification-item";
import { NOTIFICATION_EVENT_NAMES, REQUIRED_EVENTS } from "@/lib/notifications/events";
import { AT } from "./data";
import { Example } from "./example";
import { NOTIFICATIONS } from "./notification-data";

const events = NOTIFICATION_EVENT_NAMES.map((event) => ({
  event,
  on: ["dashboard" as const],
  isRequired: REQUIRED_EVENTS.includes(event),
}));
const email = {
  address: "asha@example.com",
  language: "en",
  timeZone: "Asia/Kolkata",
  timeZones: ["Asia/Kolkata", "Europe/Berlin"],
  quiet: { from: 1_320, until: 420 },
  digestAt: null,
  last: { state: "failed", at: AT, error: "550 5.1.1" },
} as const;

/** The page of notifications and their settings. */
export async function NotificationExamples() {
  const t = await translator("notifications");
  const bell = await translator("bell");
  const [first] = NOTIFICATIONS;
  return (
    <>
      <Example component="ReadAll" state="unread">
        <ReadAll upTo="0" label={bell("markAll")} />
      </Example>
      <Example component="GroupFilter" state="one chosen">
        <GroupFilter chosen="refunds" hrefOf={() => "#"} />
      </Example>
      <Example component="NotificationList" state="every event">
        <NotificationList label={t("list")} items={NOTIFICATIONS} />
      </Example>
      {first !== undefined && (
        <Example component="NotificationItem" state="unread">
          <NotificationItem item={first} />
        </Example>
      )}
      <Example component="SettingsForm" state="every event">
        <SettingsForm settings={{ events, email }} />
      </Example>
      <Example component="EmailSettings" state="no mail server">
        <EmailSettings email={null} />
      </Example>
    </>
  );
}
