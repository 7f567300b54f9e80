import type { ZodType } from "zod";
import { HEADERS } from "../contract/canonical";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints";
import { OPS, type OpsArguments, type OpsName, type OpsResult } from "../contract/ops";
import type { OpsOperation } from "../contract/ops/operation";
import type { Called, FieldFault } from "./answer";
import { classify, type Expectation, refusalsOf, refusalsOfOps } from "./classify";
import { faultsOfHeaders, invalid, readSigned } from "./faults";
import type { Settings } from "./options";
import { type CallOptions, headersAlong, requestIdOf, send } from "./send";
import { opsSignatureHeaders, signatureHeaders } from "./sign";
import { speaksOf } from "./subject";

type EndpointCall<T> = {
  endpoint: EndpointName;
  body: Readonly<Record<string, unknown>>;
  expected: Expectation<T>;
  isWrite: boolean;
  idempotencyKey?: string;
};

/** Calls one of the five endpoints: checks the hashed fields, signs, sends once and classifies the response. */
export async function callEndpoint<T>(
  settings: Settings,
  call: EndpointCall<T>,
  options: CallOptions,
): Promise<Called<T>> {
  const { path, hashed } = ENDPOINTS[call.endpoint];
  const along = headersAlong(settings);
  const requestId = requestIdOf(options, along);
  const { idempotencyKey } = call;

  const signed = readSigned(hashed, call.body);
  const faults = [...(signed.ok ? [] : signed.error), ...faultsOfHeaders({ idempotencyKey, requestId })];
  if (!signed.ok || faults.length > 0) return refusedHere(faults, requestId);

  const exchange = await send(
    settings,
    {
      path,
      method: "POST",
      headers: {
        ...(await signatureHeaders(settings, signed.value)),
        ...(idempotencyKey !== undefined && { [HEADERS.idempotencyKey]: idempotencyKey }),
      },
      body: JSON.stringify(call.body),
      isWrite: call.isWrite,
      requestId,
    },
    along,
    options,
  );
  return { ...classify(refusalsOf(call.endpoint), call.expected, exchange), requestId };
}

/** Calls an operation of the ops extension. The service validates its fields and names the invalid ones. */
export async function callOperation<N extends OpsName>(
  settings: Settings,
  name: N,
  fields: OpsArguments<N>,
  options: CallOptions,
): Promise<Called<OpsResult<N>>> {
  const operation: OpsOperation = OPS[name];
  const { path, method } = operation;
  const along = headersAlong(settings);
  const requestId = requestIdOf(options, along);
  const faults = faultsOfHeaders({ requestId });
  if (faults.length > 0) return refusedHere(faults, requestId);

  const body = operation.request === null ? "" : JSON.stringify(fields);
  const at = settings.clock.now();
  const headers = await opsSignatureHeaders(settings, { method, path, body, at });
  const isWrite = operation.isRead !== true;
  const exchange = await send(settings, { path, method, headers, body, isWrite, requestId }, along, options);
  const expected: Expectation<OpsResult<N>> = {
    statuses: [200],
    // `OPS` types the response by the operation's name, which the compiler cannot follow through a variable.
    schema: operation.response as ZodType<OpsResult<N>>,
    isAboutRequest: (value) => speaksOf(name, fields, value),
  };
  return { ...classify(refusalsOfOps(name), expected, exchange), requestId };
}

function refusedHere(faults: readonly FieldFault[], requestId: string): Called<never> {
  return { kind: "refused", refusal: invalid(faults), requestId };
}
