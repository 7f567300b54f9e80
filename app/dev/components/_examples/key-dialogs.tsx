"use client";

import { ResetGateway } from "@/app/(dashboard)/gateways/_components/reset-gateway";
import { CreateKey } from "@/app/(dashboard)/keys/_components/create-key";
import { EditKey } from "@/app/(dashboard)/keys/_components/edit-key";
import { KeyActions } from "@/app/(dashboard)/keys/_components/key-actions";
import { NewKey } from "@/app/(dashboard)/keys/_components/new-key";
import { RotateKey } from "@/app/(dashboard)/keys/_components/rotate-key";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";
import { key } from "./team-data";

const ours = { ...key, isOurs: true, label: "Paydeck" };

/** The dialogs of keys and of gateways. */
export function KeyDialogExamples() {
  return (
    <>
      <Example component="CreateKey, KeyFields" state="its button opens the form" opens={[0]}>
        <CreateKey />
      </Example>
      <Example component="KeyActions" state="each opens a dialog" opens={[0, 1, 2]}>
        <KeyActions view={key} />
      </Example>
      <Example component="KeyActions" state="of Paydeck's own key" opens={[1, 2]}>
        <KeyActions view={ours} />
      </Example>
      <DialogExample component="EditKey" state="with limits">
        {(close) => <EditKey view={{ ...key, perSecond: 10, burst: 20 }} onSaved={close} onClose={close} />}
      </DialogExample>
      <DialogExample component="RotateKey" state="asking">
        {(close) => <RotateKey view={key} onClose={close} />}
      </DialogExample>
      <DialogExample component="NewKey" state="shown once">
        {(close) => (
          <NewKey
            made={{ key, apiKey: "pk_live_4f7c9d2e8a1b", salt: "s_example_".repeat(4) }}
            onStored={close}
          />
        )}
      </DialogExample>
      <Example component="ResetGateway" state="skipped" opens={[0]}>
        <ResetGateway gateway="stripe" isSkipped />
      </Example>
    </>
  );
}
