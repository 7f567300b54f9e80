export const people = {
  title: "People",
  about: "Who may use this dashboard, as what, and how they get in.",
  personTitle: "Person",
  invite: "Invite",
  you: "(you)",
  name: "Name",
  email: "Email",
  role: "Role",
  since: "Here since",
  lastUsed: "Last active",
  notSignedIn: "Not signed in",
  noSuchPerson: "There is nobody with this id",
  theirDeeds: "What they did",
  state: { active: "Active", invited: "Invited", deactivated: "Deactivated", locked: "Locked out" },
  panel: { person: "Role", access: "Access", factor: "Second factor", sessions: "Sessions" },
  saveRole: "Change role",
  roleHint: "Effective at once: their sessions end and they sign in again. One active admin always remains.",
  factor: {
    title: "Second factor",
    on: "On",
    off: "Off",
    offHint: "Their password alone lets them in. They can turn a second factor on at their own account.",
    resetHint:
      "If they lost their phone and their recovery codes, reset it: their password alone then lets them in.",
    ownHint: "This is you. Turn it off on your account page, or ask another admin to reset it.",
    reset: "Reset second factor",
    resetTitle: "Reset the second factor?",
    resetBody:
      "Be sure that it is {name} who asks. Their sessions end, and until they turn it on again, their password alone lets them in.",
  },
  endSessions: "End all",
  endSession: "End",
  noSessions: "Not signed in anywhere.",
  access: {
    deactivated: "They cannot sign in. Everything they did stays in the audit log.",
    reactivate: "Reactivate",
    locked: "Too many wrong passwords or codes. Locked until",
    unlock: "Unlock",
    invitedHint:
      "They have not accepted yet. A link lets them choose a password; it works once, for three days.",
    activeHint:
      "If they forgot their password, give them a link to choose a new one; it works once, for three days.",
    deactivateHint: "Closes the account at once: every session ends, and no way in is left.",
    deactivate: "Deactivate",
    deactivateTitle: "Deactivate {name}?",
    deactivateBody: "Their sessions end at once. You can reactivate them at any time.",
    deactivateOwn:
      "This is you: you will be signed out at once, and only another admin can let you in again.",
  },
  link: {
    open: "A link is open until",
    ranOut: "The last link ran out",
    invite: "Make an invitation link",
    password: "Make a password link",
    again: "Make a new link",
    revoke: "Revoke link",
    what: "link",
    until: "It works once, until",
    made: {
      title: "Hand over this link",
      advice:
        "It is shown only now: Paydeck does not keep it. Send it to them by a way that nobody else reads; whoever opens it first chooses the password.",
    },
  },
  inviting: {
    title: "Invite somebody",
    about:
      "They get a link with which they choose a password. Paydeck sends no mail: you hand the link over.",
    roleHint:
      "Support reads; ops also cancels and creates payments; finance also refunds, approves and exports; admin does all.",
    submit: "Make invitation",
    toPerson: "Open their page",
    another: "Invite somebody else",
    fault: {
      name: "Enter their name, at most 100 characters.",
      email: "Enter an email like name@example.com.",
      role: "Choose a role.",
    },
    taken: {
      title: "Somebody has this email already",
      advice: "Nobody was invited. On their page you can make a new link or let them in again.",
    },
  },
  done: {
    change_role: "The role was changed. They sign in again with it.",
    deactivate: "Deactivated. Every session has ended.",
    reactivate: "Reactivated. They can sign in again.",
    revoke_link: "The link does not work any more.",
    reset_factor: "The second factor was reset and every session has ended.",
    end_sessions: "Ended. It holds from their next click on.",
    unlock: "Unlocked. They can try again now.",
  },
  outcome: {
    done: "Done",
    unchanged: { title: "Nothing to do", advice: "It was so already. What you see now is how it stands." },
    last_admin: {
      title: "This is the last active admin",
      advice: "Nothing was changed. Make somebody else an admin first.",
    },
    own: {
      title: "Ask another admin",
      advice: "Nobody resets their own second factor or unlocks themselves here. Nothing was changed.",
    },
    not_found: { title: "There is nobody with this id", advice: "Nothing was changed." },
    forbidden: {
      title: "Your role does not allow this",
      advice: "Nothing was changed. The attempt was written to the audit log.",
    },
  },
} as const;
