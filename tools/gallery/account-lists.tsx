import { AccountAlert } from "@/app/(dashboard)/_components/account-alert";
import { FromBackupWords } from "@/app/(dashboard)/_components/from-backup-notice";
import { RefundsHeldNotice } from "@/app/(dashboard)/_components/refunds-held-alert";
import { AccountNotices } from "@/app/(dashboard)/account/_components/account-notices";
import { EndOthers, EndSession, OwnSessions } from "@/app/(dashboard)/account/_components/own-sessions";
import { translator } from "@/components/i18n/server";
import { SessionList } from "@/components/people/session-list";
import { Panel } from "@/components/ui/panel";
import type { NoticeView } from "@/lib/people";
import { AT, LATER, session } from "./data";
import { Example } from "./example";

const NOTICES: NoticeView[] = [
  { id: "3", at: LATER, kind: "wrong_code", purpose: "turn_off", isSeen: false },
  { id: "2", at: AT, kind: "codes_locked", purpose: "sign_in", isSeen: false },
  { id: "1", at: AT, kind: "password_locked", purpose: null, isSeen: true },
];

/** What the server renders of one's own account, and the notices above every page. */
export async function AccountListExamples() {
  const t = await translator("account");
  return (
    <>
      <Example component="AccountAlert" state="one and several notices">
        <AccountAlert count={1} />
        <AccountAlert count={3} />
      </Example>
      <Example component="RefundsHeldNotice" state="after a restore">
        <RefundsHeldNotice backupMadeAt={AT} />
      </Example>
      <Example component="FromBackupWords" state="beside what can still be approved">
        <FromBackupWords backupMadeAt={AT} />
      </Example>
      <Example component="AccountNotices" state="every kind, two unseen">
        <AccountNotices notices={NOTICES} />
      </Example>
      <Example component="OwnSessions, EndOthers, EndSession" state="this one and another">
        <OwnSessions>
          <Panel title={t("sessions.title")} aside={<EndOthers />}>
            <SessionList
              label={t("sessions.title")}
              sessions={[session, { ...session, id: "2", isOwn: false, device: null, openedBy: "password" }]}
              ending={(one, device) => (one.isOwn ? null : <EndSession sessionId={one.id} device={device} />)}
            />
          </Panel>
        </OwnSessions>
      </Example>
    </>
  );
}
