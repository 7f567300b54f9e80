import { SIMULATOR } from "@/server/routing/gateway/simulator/simulator";
import { createMerchant } from "@/server/routing/usecases/manage-merchants";
import { depsOn } from "./deps";
import { MerchantCode, newReference } from "./merchant-code";
import type { TestService } from "./service";

/** Creates another merchant of a running service, with the key and rule that every new merchant has. */
export async function addMerchant(
  service: TestService,
  name: string = newReference(),
): Promise<MerchantCode> {
  const { deps, close } = depsOn(service);
  try {
    const created = await createMerchant({ ...deps, defaultGateway: SIMULATOR }, name);
    if (!created.ok) throw new Error(created.error.kind);
    return new MerchantCode(service.baseUrl, created.value.apiKey, created.value.salt);
  } finally {
    await close();
  }
}
