import { HydratedSignal } from "./alive";
import { HYDRATED_EVENT } from "./hydrated-event";
import { queueEarlyInput } from "./queue-early-input";

/** First in the body, so that no click is lost from the first paint on. `nonce` is that of the page's CSP. */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  const script = `(${queueEarlyInput.toString()})(${JSON.stringify(HYDRATED_EVENT)})`;
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      <HydratedSignal />
    </>
  );
}
