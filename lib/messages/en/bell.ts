export const bell = {
  title: "Notifications",
  open: "{unread, plural, =0 {Notifications} one {Notifications, # unread} other {Notifications, # unread}}",
  arrived: "{count, plural, one {# new notification} other {# new notifications}}",
  loading: "Loading notifications",
  failed: "Notifications could not be loaded.",
  markAll: "Mark all as read",
  seeAll: "View all",
  settings: "Notification settings",
  unread: "Unread",
  none: "No notifications",
  noneBody: "You get one when something needs you, like a request for approval or a failed refund.",
} as const;
