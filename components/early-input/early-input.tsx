import { HydratedSignal } from "./alive";
import { HYDRATED_EVENT } from "./hydrated-event";
import { queueEarlyInput } from "./queue-early-input";

/** Before everything else in the body: from the first paint on, no press is lost. `nonce` is that of the page's policy. */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  const script = `(${queueEarlyInput.toString()})(${JSON.stringify(HYDRATED_EVENT)})`;
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      <HydratedSignal />
    </>
  );
}
