import { common } from "./common";
import { pageError } from "./page-error";
import { actions } from "./actions";
import { navigation } from "./navigation";
import { signIn } from "./sign-in";
import { payments } from "./payments";
import { payment } from "./payment";
import { savedViews } from "./saved-views";
import { cancel } from "./cancel";
import { refund } from "./refund";
import { refunds } from "./refunds";
import { requests } from "./requests";
import { queues } from "./queues";
import { manualRefunds } from "./manual-refunds";
import { reasons } from "./reasons";
import { channels } from "./channels";
import { reconciliation } from "./reconciliation";
import { duplicateRefund } from "./duplicate-refund";
import { moneyAlert } from "./money-alert";
import { outsideRefunds } from "./outside-refunds";
import { status } from "./status";
import { stuck } from "./stuck";
import { bulk } from "./bulk";
import { approvals } from "./approvals";
import { createPayment } from "./create-payment";
import { bell } from "./bell";
import { emails } from "./emails";
import { notifications } from "./notifications";
import { overview } from "./overview";
import { rules } from "./rules";
import { gateways } from "./gateways";
import { webhooks } from "./webhooks";
import { keys } from "./keys";
import { people } from "./people";
import { account } from "./account";
import { search } from "./search";
import { settings } from "./settings";
import { accounts } from "./accounts";
import { allAccounts } from "./all-accounts";
import { audit } from "./audit";
import { notes } from "./notes";
import { customer } from "./customer";
import { columns } from "./columns";
import { scheduledExports } from "./scheduled-exports";
import { findLines } from "./find-lines";
import { palette } from "./palette";

/** Every text of the screens, in ICU MessageFormat, by area. Messages of the service itself are shown unchanged. */
export const en = {
  common,
  pageError,
  actions,
  navigation,
  signIn,
  payments,
  payment,
  savedViews,
  cancel,
  refund,
  refunds,
  queues,
  reasons,
  channels,
  reconciliation,
  requests,
  manualRefunds,
  duplicateRefund,
  moneyAlert,
  outsideRefunds,
  status,
  stuck,
  bulk,
  approvals,
  createPayment,
  overview,
  rules,
  gateways,
  webhooks,
  keys,
  people,
  account,
  search,
  settings,
  accounts,
  allAccounts,
  audit,
  notes,
  customer,
  columns,
  scheduledExports,
  findLines,
  palette,
  notifications,
  bell,
  emails,
} as const;
