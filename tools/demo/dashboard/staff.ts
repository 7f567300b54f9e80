import { randomUUID } from "node:crypto";
import { isPreset, type PresetRole } from "@/lib/can";
import type { DemoDashboardOptions } from "@/tools/demo/contract";
import { signIn } from "@/server/dashboard/auth/sign-in";
import type { SignInDevice } from "@/server/dashboard/auth/sign-in-device";
import { newToken } from "@/server/dashboard/auth/token";
import type { Ctx } from "@/server/dashboard/context";
import { acceptLink } from "@/server/dashboard/people/commands/accept-link";
import { invitePerson } from "@/server/dashboard/people/commands/invite-person";
import { findSessionPerson } from "@/server/dashboard/people/store";
import type { Services } from "@/server/dashboard/runtime";

/** What every part of the dashboard's demo works with. */
export type Desk = {
  services: Services;
  staff: Staff;
  time: DemoDashboardOptions["time"];
  behind: DemoDashboardOptions["behind"];
  random: DemoDashboardOptions["random"];
};

/** The composed roles of the demo's team (decision 0304). */
export type DemoRole = "refund_desk" | "auditor";

/** Invited by the sandbox's admin; those who accepted sign in with the sandbox's password. */
const TEAM: readonly { name: string; email: string; role: PresetRole | DemoRole; accepts: boolean }[] = [
  { name: "Asha Rao", email: "asha.rao@example.com", role: "finance", accepts: true },
  { name: "Vikram Nair", email: "vikram.nair@example.com", role: "finance", accepts: true },
  { name: "Daniel Fernandes", email: "daniel.fernandes@example.com", role: "ops", accepts: true },
  { name: "Meera Iyer", email: "meera.iyer@example.com", role: "support", accepts: true },
  { name: "Fatima Khan", email: "fatima.khan@example.com", role: "support", accepts: true },
  { name: "Rohan Gupta", email: "rohan.gupta@example.com", role: "support", accepts: false },
  { name: "Kavya Menon", email: "kavya.menon@example.com", role: "refund_desk", accepts: true },
  { name: "Joseph Thomas", email: "joseph.thomas@example.com", role: "auditor", accepts: true },
];
/** Less than a session lasts: a decision needs a living one. */
const SESSION_MS = 11 * 60 * 60_000;
const APART_MS = 4 * 60_000;
const USER_AGENT = "Mozilla/5.0 (X11; Linux x64) Chrome/140";

/** Throws where an action of the demo did not do what the demo needs, with the outcome. */
export function expectKind<T extends { kind: string }, K extends T["kind"]>(
  outcome: T,
  ...kinds: readonly K[]
): Extract<T, { kind: K }> {
  if (kinds.some((kind) => kind === outcome.kind)) return outcome as Extract<T, { kind: K }>;
  throw new Error(`a demo action came out as ${JSON.stringify(outcome)}`);
}

type Person = { ctx: Ctx; since: Date };

/** The people of the demo. */
export class Staff {
  readonly #people: Person[] = [];
  /** Everybody uses one device, so that nobody is warned of a new one. */
  readonly #device: SignInDevice = { userAgent: USER_AGENT, tokenHash: newToken().tokenHash };

  constructor(
    private readonly services: Services,
    private readonly password: string,
  ) {}

  async signInOwn(): Promise<void> {
    for (const role of ["admin", "finance", "ops", "support"]) await this.#signIn(`${role}@example.com`);
  }

  async invite(roles: Record<DemoRole, string>): Promise<void> {
    for (const { accepts, ...person } of TEAM) {
      const role = isPreset(person.role) ? person.role : roles[person.role];
      const link = expectKind(await invitePerson(this.as("admin"), { ...person, role }), "link");
      if (accepts) await this.#add(await this.accept(link.path, person.name));
    }
  }

  /** Opens the link of an invitation; returns the session. */
  async accept(path: string, name: string): Promise<string> {
    const token = path.slice(path.lastIndexOf("/") + 1);
    const input = { token, name, password: this.password };
    return expectKind(await acceptLink(this.services, input, this.#device), "signed_in").sessionId;
  }

  /** The first person of a role, or the one at `place`, with a new request. */
  as(role: PresetRole, place = 0): Ctx {
    return { ...this.#find(role, place).ctx, requestId: randomUUID() };
  }

  /** Everybody once more, some minutes apart, in the order of the team. */
  async signInAgain(advance: (ms: number) => void): Promise<void> {
    for (const { ctx } of [...this.#people]) {
      await this.#signIn(ctx.actor.email);
      advance(APART_MS);
    }
  }

  /** Somebody by their email address, with a new request. */
  of(email: string): Ctx {
    const person = this.#people.find(({ ctx }) => ctx.actor.email === email);
    if (person === undefined) throw new Error(`nobody of the demo has the address ${email}`);
    return { ...person.ctx, requestId: randomUUID() };
  }

  /** The same, signed in again where the last session has ended. */
  async present(role: PresetRole, place = 0): Promise<Ctx> {
    const person = this.#find(role, place);
    const { email } = person.ctx.actor;
    if (this.services.clock.now().getTime() - person.since.getTime() > SESSION_MS) await this.#signIn(email);
    return this.as(role, place);
  }

  #find(role: PresetRole, place: number): Person {
    const of = this.#people.filter(({ ctx }) => ctx.actor.role === role);
    const person = of[place % of.length];
    if (person === undefined) throw new Error(`nobody of the demo is ${role}`);
    return person;
  }

  async #signIn(email: string): Promise<void> {
    const input = { email, password: this.password };
    const signedIn = await signIn(this.services, input, { device: this.#device, network: "demo" });
    await this.#add(expectKind(signedIn, "signed_in").sessionId);
  }

  async #add(sessionId: string): Promise<void> {
    const actor = await findSessionPerson(this.services.pool, sessionId, this.services.clock.now());
    if (actor === null) throw new Error("a session of the demo is missing");
    const person = {
      ctx: { ...this.services, actor, requestId: randomUUID() },
      since: this.services.clock.now(),
    };
    const known = this.#people.findIndex(({ ctx }) => ctx.actor.userId === actor.userId);
    if (known === -1) this.#people.push(person);
    else this.#people[known] = person;
  }
}
