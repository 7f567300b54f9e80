import { HydratedSignal } from "./alive";
import { HYDRATED_EVENT } from "./hydrated-event";
import { queueEarlyInput } from "./queue-early-input";
import { type EarlyKeysOptions, queueEarlyKeys } from "./queue-early-keys";
import { KEYS_OFF_ITEM, SEARCH_FIELD_ID, SHORTCUTS_EVENT } from "./shortcuts";

const KEYS: EarlyKeysOptions = {
  hydratedEvent: HYDRATED_EVENT,
  shortcutsEvent: SHORTCUTS_EVENT,
  searchFieldId: SEARCH_FIELD_ID,
  keysOffItem: KEYS_OFF_ITEM,
};

/** First in the body, so that no click and no key is lost from the first paint on. `nonce` is that of the page's CSP. */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  const script = `(${queueEarlyInput.toString()})(${JSON.stringify(HYDRATED_EVENT)});(${queueEarlyKeys.toString()})(${JSON.stringify(KEYS)})`;
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      <HydratedSignal />
    </>
  );
}
