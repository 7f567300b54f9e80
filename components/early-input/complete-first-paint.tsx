const SHELL_END = "shell-end";

/**
 * Keeps the browser from painting before the frame has been read to its end. What is painted half is laid out twice, and
 * moves. Browsers that do not know `expect` paint as they did.
 */
export function CompleteFirstPaint() {
  return (
    <>
      <link rel="expect" href={`#${SHELL_END}`} blocking="render" />
      <span id={SHELL_END} hidden />
    </>
  );
}
