export const signIn = {
  page: "Sign in",
  title: "Sign in to Paydeck",
  email: "Email",
  password: "Password",
  submit: "Sign in",
  emailMissing: "Enter your email.",
  passwordMissing: "Enter your password.",
  byProvider: "Continue with {name}",
  or: "or",
  noAccount: "No account, or no way in? Any admin can send you a link.",
  sandbox: {
    title: "Sandbox accounts",
    about: "One for each role. Their password was printed in the terminal at the first start.",
  },
  fault: {
    wrong: { title: "Email or password is wrong", advice: "Check both and try again." },
    locked: {
      title: "Too many attempts",
      advice:
        "Sign-in with this email is locked for {minutes, plural, one {# more minute} other {# more minutes}}. Wait, then try again, or ask an admin to unlock it.",
    },
    limited: {
      title: "Too many sign-in attempts",
      advice:
        "Too many attempts failed. Sign-in from your network is paused for {minutes, plural, one {# more minute} other {# more minutes}}.",
    },
    busy: {
      title: "Too many sign-ins at once",
      advice: "Your password was not checked. Wait a few seconds, then try again.",
    },
    unavailable: {
      title: "Signing in did not work",
      advice: "Paydeck could not check who you are. Nothing was changed; try again in a moment.",
    },
    provider: {
      title: "Signing in with {name} did not work",
      advice: "{name} gave no usable answer, or you came back too late. Try again.",
    },
    unknownPerson: {
      title: "You have no account here",
      advice:
        "{name} knows you, but nobody has invited that email to Paydeck. Ask an admin for an invitation.",
    },
    emailNotVerified: {
      title: "Your email is not verified",
      advice: "{name} does not vouch for your email. Have it verified there, then try again.",
    },
    deactivated: {
      title: "Your account is deactivated",
      advice: "An admin has closed it. Ask one if you still need it.",
    },
  },
  code: {
    page: "Enter your code",
    title: "Enter your code",
    about: "Your password was right. Now the six digits from your authenticator app, or a recovery code.",
    label: "Code",
    hint: "Six digits, or a recovery code like abcd-efgh-2345.",
    submit: "Continue",
    back: "Start again",
    missing: "Enter the code.",
    wrong: {
      title: "The code is wrong or was used already",
      advice: "Wait for the next one in your app, and check that your phone’s clock is right.",
    },
    locked: {
      title: "Too many wrong codes",
      advice:
        "No code is accepted for {minutes, plural, one {# more minute} other {# more minutes}}. An admin can unlock your account.",
      adviceHours:
        "No code is accepted for {hours, plural, one {# more hour} other {# more hours}}. An admin can unlock your account.",
    },
    expired: {
      title: "That took too long",
      advice: "The password counts for five minutes. Start again with your email and password.",
    },
  },
  invitation: {
    page: "Choose your password",
    welcome: "Welcome to Paydeck",
    welcomeAbout: "You were invited as {role}. Choose how you are called and a password.",
    again: "Choose a new password",
    againAbout: "All your sessions end when you save it.",
    account: "Account",
    name: "Your name",
    password: "New password",
    passwordHint: "At least 12 characters. A few words that belong to nobody but you are best.",
    submit: "Save and sign in",
    gone: {
      title: "This link does not work any more",
      advice: "It was used, replaced or revoked, or has run out. Ask an admin for a new one.",
      toSignIn: "To the sign-in page",
    },
    busy: "Nothing was saved and your link still works. Wait a few seconds, then try again.",
    nameFault: "Enter your name, at most 100 characters.",
  },
  passwordFault: {
    too_short: "Too short: at least 12 characters.",
    too_long: "Too long: at most 1,000 characters.",
    well_known: "This is one of the first passwords that somebody would try. Choose another.",
    like_yourself: "This is too much like your name or email. Choose another.",
  },
} as const;
