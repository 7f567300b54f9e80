"use client";

import { Account } from "@/app/(dashboard)/_components/account";
import { BellButton, BellPanel } from "@/app/(dashboard)/_components/bell";
import { BellListView } from "@/app/(dashboard)/_components/bell-list";
import { CommandCenterProvider } from "@/app/(dashboard)/_components/command-center";
import { CommandPalette } from "@/app/(dashboard)/_components/command-palette";
import { KeyList } from "@/app/(dashboard)/_components/key-list";
import { MainNav } from "@/app/(dashboard)/_components/main-nav";
import { PaletteButton } from "@/app/(dashboard)/_components/palette-button";
import { Sidebar } from "@/app/(dashboard)/_components/sidebar";
import { ROLES } from "@/lib/can";
import { PERSON } from "./data";
import { NOTIFICATIONS } from "./notification-data";
import { Example } from "./example";

const nothing = (): void => undefined;
const WORK = Promise.resolve({ count: 1000, atLeast: true });

/** The frame of every page. Its keyboard shortcuts work here too. */
export function FrameExamples() {
  return (
    <CommandCenterProvider role="admin">
      <Example component="Sidebar" state="a drawer on a phone, a column beside it otherwise">
        <Sidebar bell={<BellButton />}>
          <PaletteButton />
        </Sidebar>
      </Example>
      <Example component="PaletteButton" state="opens the command palette" opens={[0]}>
        <div className="w-56">
          <PaletteButton />
        </div>
      </Example>
      <Example component="BellPanel" state="opened by the bell of the frame">
        <BellPanel />
      </Example>
      {[NOTIFICATIONS, [], null].map((items, index) => (
        <Example key={index} component="BellListView" state={["unread", "none", "loading"][index] ?? ""}>
          <div className="flex max-w-96 flex-col rounded-lg border border-line bg-surface">
            <BellListView items={items} onClose={nothing} onReadAll={nothing} />
          </div>
        </Example>
      ))}
      {ROLES.map((role) => (
        <Example key={role} component="MainNav, Account" state={role}>
          <div className="flex w-56 flex-col rounded border border-line bg-surface">
            <MainNav role={role} work={WORK} />
            <Account name={PERSON} email="asha.rao.of.the.finance.team@example.com" role={role} />
          </div>
        </Example>
      ))}
      <Example component="CommandPalette" state="nothing typed">
        <div className="max-w-xl rounded border border-line bg-surface">
          <CommandPalette role="admin" onClose={nothing} onShowKeys={nothing} />
        </div>
      </Example>
      <Example component="KeyList" state="admin">
        <KeyList role="admin" />
      </Example>
    </CommandCenterProvider>
  );
}
