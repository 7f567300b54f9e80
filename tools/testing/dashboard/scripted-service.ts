import type { ServerResponse } from "node:http";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import { type HttpServer, startHttpServer } from "../http-server";
import { ScriptedLedger, type ServiceCall } from "./scripted-ledger";

type Path = EndpointName | `/v1/ops/${string}`;

/**
 * A test double of the routing service: implements the specification over real HTTP, stores payments and refunds in
 * memory, checks every hash as the specification describes, and misbehaves on request.
 */
export type Misbehaviour =
  | { kind: "delay"; ms: number }
  /** The connection ends before anything happens, or after it has. */
  | { kind: "drop"; when: "before" | "after" }
  /** A given response; `effect` says whether the request is carried out first. */
  | {
      kind: "answer";
      status: number;
      /** A function gets the text of the request. */
      body: string | Uint8Array | ((requestBody: string) => string);
      headers?: Record<string, string>;
      effect: boolean;
    }
  /** Carried out, then the response stops half-way. */
  | { kind: "truncate" }
  /** Something that happens at the service between reading the request and carrying it out, or before it answers. */
  | { kind: "meanwhile"; act: () => unknown; when?: "before" | "after" };

export class ScriptedService extends ScriptedLedger {
  readonly calls: ServiceCall[] = [];
  baseUrl = "";

  private readonly script: { path: string; misbehaviour: Misbehaviour }[] = [];
  private readonly lasting = new Map<string, Misbehaviour>();
  private server: HttpServer | null = null;

  async start(): Promise<this> {
    this.server = await startHttpServer((call, response) => this.serve(call, response));
    this.baseUrl = this.server.url;
    return this;
  }

  async stop(): Promise<void> {
    await this.server?.close();
  }

  override reset(): void {
    super.reset();
    this.calls.length = 0;
    this.script.length = 0;
    this.lasting.clear();
  }

  /** Makes the next call of an endpoint misbehave; called twice, the next two do. */
  next(endpoint: Path, misbehaviour: Misbehaviour): void {
    this.script.push({ path: pathOf(endpoint), misbehaviour });
  }

  /** Makes every call of an endpoint misbehave, replacing earlier settings; null ends all of them. */
  always(endpoint: null): void;
  always(endpoint: Path, misbehaviour: Misbehaviour): void;
  always(endpoint: Path | null, misbehaviour?: Misbehaviour): void {
    this.lasting.clear();
    if (endpoint !== null && misbehaviour !== undefined) this.lasting.set(pathOf(endpoint), misbehaviour);
  }

  /** From now on every call is carried out. */
  behave(): void {
    this.script.length = 0;
    this.lasting.clear();
  }

  callsOf(endpoint: Path): ServiceCall[] {
    return this.calls.filter((call) => call.path === pathOf(endpoint));
  }

  private async serve(call: ServiceCall, response: ServerResponse): Promise<void> {
    this.calls.push(call);

    const index = this.script.findIndex((step) => step.path === call.path);
    const next = index < 0 ? undefined : this.script.splice(index, 1)[0]?.misbehaviour;
    const misbehaviour = next ?? this.lasting.get(call.path) ?? null;
    if (misbehaviour?.kind === "drop" && misbehaviour.when === "before") return void response.destroy();
    if (misbehaviour?.kind === "answer" && !misbehaviour.effect)
      return send(response, scripted(misbehaviour, call));
    if (misbehaviour?.kind === "delay") await new Promise((resolve) => setTimeout(resolve, misbehaviour.ms));
    const act = misbehaviour?.kind === "meanwhile" ? misbehaviour : null;
    if (act !== null && act.when !== "after") await act.act();

    const reply = this.reply(call);
    if (act?.when === "after") await act.act();
    const body = JSON.stringify(reply.body);
    if (misbehaviour?.kind === "drop") return void response.destroy();
    if (misbehaviour?.kind === "answer") return send(response, scripted(misbehaviour, call));
    if (misbehaviour?.kind === "truncate") {
      response.writeHead(reply.status, { "content-length": Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    }
    send(response, { status: reply.status, body });
  }
}

function pathOf(endpoint: Path): string {
  return endpoint.startsWith("/") ? endpoint : ENDPOINTS[endpoint as EndpointName].path;
}

function scripted({ body, ...response }: Extract<Misbehaviour, { kind: "answer" }>, call: ServiceCall) {
  return { ...response, body: typeof body === "function" ? body(call.body) : body };
}

function send(
  response: ServerResponse,
  reply: { status: number; body: string | Uint8Array; headers?: Record<string, string> },
): void {
  response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
  response.end(reply.body);
}
