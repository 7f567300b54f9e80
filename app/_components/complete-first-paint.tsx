const SHELL_END = "shell-end";

/**
 * Keeps the browser from painting before the whole frame is parsed: a partial paint is laid out twice, and shifts.
 * Browsers that do not support `expect` are unchanged.
 */
export function CompleteFirstPaint() {
  return (
    <>
      <link rel="expect" href={`#${SHELL_END}`} blocking="render" />
      <span id={SHELL_END} hidden />
    </>
  );
}
