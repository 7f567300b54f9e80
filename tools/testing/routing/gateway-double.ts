import type { CheckoutFailed, CheckoutOpened, Gateway } from "@/server/routing/gateway/port";

type Behaviour = "opens" | "refuses" | "unavailable" | "throws" | "hangs";

/** A double of a vendor's gateway that tests cannot reach: it opens checkouts or fails, as configured. */
export class GatewayDouble implements Gateway {
  behaviour: Behaviour = "opens";
  /** The number of checkout calls. */
  calls = 0;
  /** Holds every response until it is resolved, so that a test can check the state in between. */
  until: Promise<void> = Promise.resolve();
  readonly isTest = false;
  takesPayments = true;
  readonly capabilities = { methods: [], currencies: null, voids: false, notifies: false };
  readonly hostedCheckout = null;
  readonly recognizesCheckout = null;

  constructor(readonly name: string) {}

  async openCheckout(): Promise<CheckoutOpened | CheckoutFailed> {
    this.calls += 1;
    const { behaviour, calls } = this;
    await this.until;
    switch (behaviour) {
      case "opens":
        return { kind: "opened", checkoutId: `${this.name}-${calls}`, redirectUrl: null };
      case "refuses":
        return { kind: "failed", cause: "refused", message: `${this.name} does not want it` };
      case "unavailable":
        return { kind: "failed", cause: "unavailable", message: `${this.name} is down` };
      case "throws":
        throw new Error(`${this.name} broke`);
      case "hangs":
        return new Promise(() => undefined);
    }
  }

  fetchPayment = (): Promise<never> => this.#unused();
  voidCheckout = (): Promise<never> => this.#unused();
  refund = (): Promise<never> => this.#unused();
  findSentRefund = (): Promise<never> => this.#unused();
  fetchRefund = (): Promise<never> => this.#unused();
  readNotification = (): Promise<never> => this.#unused();

  #unused(): Promise<never> {
    return Promise.reject(new Error(`the double ${this.name} only opens checkouts`));
  }
}
