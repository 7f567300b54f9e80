import { randomUUID } from "node:crypto";
import type { Role } from "@/lib/can";
import type { DemoDashboardOptions } from "@/server/demo/contract";
import { signIn } from "../auth/sign-in";
import type { Ctx } from "../context";
import { acceptLink } from "../people/commands/accept-link";
import { invitePerson } from "../people/commands/invite-person";
import { findSessionPerson } from "../people/store";
import type { Services } from "../runtime";

/** What every part of the dashboard's demo works with. */
export type Desk = {
  services: Services;
  staff: Staff;
  time: DemoDashboardOptions["time"];
  behind: DemoDashboardOptions["behind"];
  random: DemoDashboardOptions["random"];
};

/** Invited by the sandbox's admin; those who accepted sign in with the sandbox's password. */
const TEAM: readonly { name: string; email: string; role: Role; accepts: boolean }[] = [
  { name: "Asha Rao", email: "asha.rao@example.com", role: "finance", accepts: true },
  { name: "Vikram Nair", email: "vikram.nair@example.com", role: "finance", accepts: true },
  { name: "Daniel Fernandes", email: "daniel.fernandes@example.com", role: "ops", accepts: true },
  { name: "Meera Iyer", email: "meera.iyer@example.com", role: "support", accepts: true },
  { name: "Fatima Khan", email: "fatima.khan@example.com", role: "support", accepts: true },
  { name: "Rohan Gupta", email: "rohan.gupta@example.com", role: "support", accepts: false },
];
const DEVICE = "Mozilla/5.0 (X11; Linux x64) Chrome/140";

/** Throws where an action of the demo did not do what the demo needs, with the outcome. */
export function expectKind<T extends { kind: string }, K extends T["kind"]>(
  outcome: T,
  ...kinds: readonly K[]
): Extract<T, { kind: K }> {
  if (kinds.some((kind) => kind === outcome.kind)) return outcome as Extract<T, { kind: K }>;
  throw new Error(`a demo action came out as ${JSON.stringify(outcome)}`);
}

/** The people of the demo, each signed in once. */
export class Staff {
  readonly #people: Ctx[] = [];

  constructor(
    private readonly services: Services,
    private readonly password: string,
  ) {}

  async signInOwn(): Promise<void> {
    for (const role of ["admin", "finance", "ops", "support"]) {
      const input = { email: `${role}@example.com`, password: this.password };
      const { sessionId } = expectKind(
        await signIn(this.services, input, { device: DEVICE, network: "demo" }),
        "signed_in",
      );
      await this.#add(sessionId);
    }
  }

  async invite(): Promise<void> {
    for (const { accepts, ...person } of TEAM) {
      const link = expectKind(await invitePerson(this.as("admin"), person), "link");
      if (!accepts) continue;
      const token = link.path.slice(link.path.lastIndexOf("/") + 1);
      const accepted = await acceptLink(
        this.services,
        { token, name: person.name, password: this.password },
        DEVICE,
      );
      await this.#add(expectKind(accepted, "signed_in").sessionId);
    }
  }

  /** The first person of a role, or the one at `place`, with a new request. */
  as(role: Role, place = 0): Ctx {
    const of = this.#people.filter(({ actor }) => actor.role === role);
    const person = of[place % of.length];
    if (person === undefined) throw new Error(`nobody of the demo is ${role}`);
    return { ...person, requestId: randomUUID() };
  }

  async #add(sessionId: string): Promise<void> {
    const actor = await findSessionPerson(this.services.pool, sessionId, this.services.clock.now());
    if (actor === null) throw new Error("a session of the demo is missing");
    this.#people.push({ ...this.services, actor, requestId: randomUUID() });
  }
}
