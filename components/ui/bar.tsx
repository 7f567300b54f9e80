import { scaleLinear } from "d3-scale";

/** One bar of a table's column; its number is beside it. */
export function Bar({ value, max, fill }: { value: number; max: number; fill: string }) {
  const width = scaleLinear()
    .domain([0, Math.max(max, 1)])
    .range([0, 100])(value);
  return (
    <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full">
      <rect width={100} height={8} className="fill-sunken" />
      <rect width={width} height={8} className={fill} />
    </svg>
  );
}
