/** Something that one task waits for and another reports, as asyncio.Event in Python. */
export type AsyncEvent = {
  readonly isSet: boolean;
  set(): void;
  clear(): void;
  /** Resolves once it is set, at once when it is. */
  wait(): Promise<void>;
};

export function createAsyncEvent(): AsyncEvent {
  let isSet = false;
  let waiting: (() => void)[] = [];
  return {
    get isSet() {
      return isSet;
    },
    set() {
      isSet = true;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    clear() {
      isSet = false;
    },
    wait() {
      return isSet ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve));
    },
  };
}
