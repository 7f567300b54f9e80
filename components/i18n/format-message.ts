import formatOnly from "use-intl/format-message/format-only";
import { isolatedValues } from "@/lib/direction";

/**
 * What the build gives `use-intl` to format a message (`next.config.mjs`): without a parser (decision 0107), and a
 * right-to-left value does not reorder its sentence (decision 0394).
 */
function formatMessage(...[key, message, values, options]: Parameters<typeof formatOnly>) {
  return formatOnly(key, message, values && isolatedValues(values), options);
}

export default Object.assign(formatMessage, { raw: formatOnly.raw });
