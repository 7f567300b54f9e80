/**
 * Shows the newest response of requests that overlap: that to the one begun last, whenever it arrives; an older one
 * that comes later is dropped. What an action's answer says is newer than everything that was begun before.
 */
export function newestResponse<T>(show: (value: T) => void) {
  let begun = 0;
  let shown = 0;
  return {
    /** Call it when a request begins; the result takes its response. */
    begin: (): ((value: T) => void) => {
      begun += 1;
      const own = begun;
      return (value) => {
        if (own <= shown) return;
        shown = own;
        show(value);
      };
    },
    learn: (value: T): void => {
      shown = begun;
      show(value);
    },
  };
}
