import { translator } from "@/components/i18n/server";
import { FoldedFilters } from "@/components/lists/filter-form";
import { Choice } from "@/components/ui/choice";
import { ToolBar } from "@/components/ui/tool-bar";
import {
  WORK_ORDERS,
  WORK_OWNERS,
  WORK_STATES,
  type WorkOrder,
  type WorkOwner,
  type WorkState,
} from "@/lib/queues/work-views";

type QueueFiltersProps = {
  state: WorkState;
  /** Null where all items have one assignee: the viewer. */
  owner: WorkOwner | null;
  /** Null where a number would be of several accounts. */
  counts: Record<WorkState, number> | null;
  /** Null where the items have one order. */
  order?: WorkOrder | null;
  hrefOf: (choice: { state: WorkState; owner: WorkOwner; order?: WorkOrder }) => string;
};

/** State, assignee and order: links, so that they work without JavaScript. */
export async function QueueFilters({ state, owner, counts, order = null, hrefOf }: QueueFiltersProps) {
  const t = await translator("queues");
  return (
    <ToolBar>
      <FoldedFilters count={(state === "open" ? 0 : 1) + (owner === null || owner === "all" ? 0 : 1)} />
      <Choice
        label={t("state.label")}
        options={WORK_STATES.map((one) => ({
          name: t(`state.${one}`),
          ...(counts !== null && { count: counts[one] }),
          href: hrefOf({ state: one, owner: owner ?? "all" }),
          isHere: one === state,
        }))}
      />
      {owner !== null && (
        <Choice
          label={t("owner.label")}
          options={WORK_OWNERS.map((one) => ({
            name: t(`owner.${one}`),
            href: hrefOf({ state, owner: one }),
            isHere: one === owner,
          }))}
        />
      )}
      {order !== null && (
        <Choice
          label={t("list.order")}
          options={WORK_ORDERS.map((one) => ({
            name: t(one === "age" ? "list.age" : "list.amount"),
            href: hrefOf({ state, owner: owner ?? "all", order: one }),
            isHere: one === order,
          }))}
        />
      )}
    </ToolBar>
  );
}
