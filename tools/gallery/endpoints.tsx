import { EndpointStatus } from "@/app/(dashboard)/webhooks/_components/endpoint-status";
import { StateLegend } from "@/app/(dashboard)/webhooks/_components/state-legend";
import { ToolBar } from "@/components/ui/tool-bar";
import { AT, LATER } from "./data";
import { Example } from "./example";
import { endpoint } from "./webhook-data";

/** What the server renders of webhooks. */
export function EndpointExamples() {
  return (
    <>
      <Example component="EndpointStatus" state="on, failing, paused, off">
        <div className="flex flex-wrap gap-2">
          <EndpointStatus endpoint={endpoint} />
          <EndpointStatus endpoint={{ ...endpoint, consecutive_failures: 3, failing_since: AT }} />
          <EndpointStatus endpoint={{ ...endpoint, isPaused: true, held_until: LATER }} />
          <EndpointStatus endpoint={{ ...endpoint, enabled: false }} />
        </div>
      </Example>
      <Example component="StateLegend" state="closed">
        <ToolBar>
          <StateLegend />
        </ToolBar>
      </Example>
    </>
  );
}
