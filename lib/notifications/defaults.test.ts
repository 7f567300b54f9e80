import { expect, it } from "vitest";
import { ROLES } from "../can";
import { NOTIFICATION_EVENT_NAMES, type NotificationEvent } from "./events";
import { isOnByDefault, isRequired, mayReceive } from "./settings";

/**
 * What each role gets of each event until its people choose: nothing, as the role does not allow it (-); in the dashboard
 * (page); by e-mail as well (email); by both whatever they choose (always). A row that changes reaches everybody who
 * has not chosen.
 */
const DEFAULTS = `
  event                      support  ops     finance  admin
  approval_waiting           -        -       email    email
  approval_decided           -        -       email    email
  refund_request_waiting     -        -       email    email
  refund_request_answered    email    email   email    email
  refund_request_replied     -        -       email    email
  manual_refund_waiting      -        -       email    page
  manual_refund_decided      -        -       page     page
  mention                    email    email   email    email
  work_assigned              email    email   email    email
  work_returned              email    email   email    email
  refund_failed              -        -       email    page
  refund_unknown             -        -       email    page
  refund_made_after_all      -        -       email    page
  refund_late                -        -       page     page
  bulk_ended                 page     page    page     page
  bulk_paused                email    email   email    email
  export_ready               -        -       page     page
  export_failed              email    email   email    email
  gateway_opened             -        email   email    email
  gateway_closed             -        page    page     page
  gateway_account_waiting    -        -       -        email
  gateway_account_changed    -        -       -        always
  success_rate_low           email    email   email    email
  stuck_payments             -        page    page     page
  reconciliation_found       -        email   email    email
  reconciliation_unfinished  -        email   email    email
  webhook_disabled           -        -       -        email
  rule_trial_ended           -        -       -        email
  chat_channel_paused        -        -       -        email
  key_expiring               -        -       -        email
  new_device                 always   always  always   always
  sign_in_changed            always   always  always   always
  codes_locked               always   always  always   always
  role_changed               always   always  always   always
  role_permissions_changed   always   always  always   always
`;

const rows = DEFAULTS.trim()
  .split("\n")
  .map((line) => line.trim().split(/ +/));

function defaultOf(role: (typeof ROLES)[number], event: NotificationEvent): string {
  const [onPage, byEmail] = [isOnByDefault(role, event, "dashboard"), isOnByDefault(role, event, "email")];
  if (!mayReceive(role, event)) return onPage || byEmail ? "on without permission" : "-";
  if (isRequired(role, event)) return onPage && byEmail ? "always" : "required but off";
  if (byEmail) return onPage ? "email" : "email alone";
  return onPage ? "page" : "off";
}

it("the table of defaults has every event and every role", () => {
  const [head = [], ...events] = rows;
  expect(head).toEqual(["event", ...ROLES]);
  expect(events.map(([event]) => event)).toEqual(NOTIFICATION_EVENT_NAMES);
});

it.each(NOTIFICATION_EVENT_NAMES)("each role gets %s by default as the table says", (event) => {
  const expected = rows.find(([name]) => name === event)?.slice(1);
  expect(ROLES.map((role) => defaultOf(role, event))).toEqual(expected);
});
