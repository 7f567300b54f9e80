import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import type { OpsName } from "@/lib/contract/ops";
import { accessesWith } from "@/lib/keys/allowed-calls";
import type { KeyAccess } from "@/lib/keys/key-access";

/** What the holder of a restricted key is told (decision 0315): what is closed to it, and which key to sign with. */
export function keyWithoutAccess(access: KeyAccess, name: EndpointName | OpsName): string {
  const call = name in ENDPOINTS ? ENDPOINTS[name as EndpointName].path : name;
  const others = accessesWith(name)
    .map((other) => `\`${other}\``)
    .join(", ");
  return `The access of this API key is \`${access}\`, which does not include ${call}. Sign with a key whose access is one of: ${others}.`;
}
