import { Alive } from "./alive";
import { ALIVE_EVENT } from "./hydrated-event";
import { holdEarlyInput } from "./queue-early-input";

/** Before everything else in the body: from the first paint on, no press is lost. `nonce` is that of the page's policy. */
export function EarlyInput({ nonce }: { nonce: string | undefined }) {
  const script = `(${holdEarlyInput.toString()})(${JSON.stringify(ALIVE_EVENT)})`;
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      <Alive />
    </>
  );
}
