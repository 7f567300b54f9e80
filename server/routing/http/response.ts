import {
  AUTHENTICATION_FAILED,
  ENDPOINTS,
  type EndpointName,
  type ErrorShape,
} from "@/lib/contract/endpoints";

/** The response of an endpoint. */
export type HttpResponse = { status: number; body: object; headers?: Record<string, string> };

/** A field error: the field and the message for it. */
export type FieldFault = { field: string; text: string };

export const UNAUTHENTICATED: HttpResponse = { status: 401, body: AUTHENTICATION_FAILED };

/** A refusal in the shape of its endpoint (specification 7, decision 0026). */
export function refuse(endpoint: EndpointName, status: number, message: string): HttpResponse {
  return { status, body: refusalBody(ENDPOINTS[endpoint].errorShape, message) };
}

/** A refusal for field errors: all of them where the shape has room for them, else the first. */
export function refuseFields(endpoint: EndpointName, faults: readonly FieldFault[]): HttpResponse {
  const shape: ErrorShape = ENDPOINTS[endpoint].errorShape;
  if (shape === "field_list") {
    return {
      status: 400,
      body: { success: false, message: faults.map(({ field, text }) => ({ [field]: text })) },
    };
  }
  const [first] = faults;
  return {
    status: 400,
    body: refusalBody(shape, first === undefined ? "Invalid request." : `${first.field}: ${first.text}`),
  };
}

/** `null`: an address that belongs to none of the five endpoints. */
export function refusalBody(shape: ErrorShape | null, message: string): object {
  switch (shape) {
    case null:
      return { detail: message };
    case "field_list":
      return { success: false, message: [{ body: message }] };
    case "message":
      return { success: false, message };
    case "message_data":
      return { success: false, message, data: null };
  }
}
