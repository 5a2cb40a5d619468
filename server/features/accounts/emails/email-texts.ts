import type { Language } from "#shared/api/language.ts";

interface LinkTexts {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

interface NoticeTexts {
  readonly subject: string;
  readonly before: string;
  readonly after: (address: string) => string;
}

interface EmailTexts {
  readonly greeting: (name: string) => string;
  readonly reset: LinkTexts;
  readonly verify: LinkTexts;
  readonly newEmail: LinkTexts;
  readonly addressChanged: NoticeTexts;
  readonly passwordChanged: NoticeTexts;
  readonly resetLinkMade: NoticeTexts;
  readonly twoFactorOn: NoticeTexts;
  readonly twoFactorOff: NoticeTexts;
  readonly passkeyAdded: NoticeTexts;
  readonly deletion: NoticeTexts;
}

export const emailTexts: Readonly<Record<Language, EmailTexts>> = {
  en: {
    greeting: (name) => `Salam ${name},`,
    reset: {
      subject: "Set a new password",
      before: "Someone requested a new password for your account. Set it here within 30 minutes:",
      after: "If this was not you, you can ignore this email.",
    },
    verify: {
      subject: "Confirm your email address",
      before: "Please confirm that this is your email address:",
      after: "If you did not create an account, you can ignore this email.",
    },
    newEmail: {
      subject: "Confirm your new email address",
      before: "You asked to use this email address from now on. Please confirm it:",
      after: "If this was not you, you can ignore this email.",
    },
    addressChanged: {
      subject: "Your email address was changed",
      before: "Your account now uses another email address. Future emails will be sent there.",
      after: (address) => `If this was not you, please write to us at ${address}.`,
    },
    passwordChanged: {
      subject: "Your password was changed",
      before: "Your password was changed and your other devices were signed out.",
      after: (address) => `If this was not you, set a new one with “Forgot password” at ${address}.`,
    },
    resetLinkMade: {
      subject: "A link to set a new password was made",
      before: "The operators of this site made a link that sets a new password for your account.",
      after: (address) => `If you did not ask for it, please write to us: ${address}`,
    },
    twoFactorOn: {
      subject: "Two-step verification is on",
      before: "From now on signing in to your account needs a code from your authenticator app.",
      after: (address) => `If this was not you, please write to us: ${address}`,
    },
    passkeyAdded: {
      subject: "A passkey was added",
      before: "You can now sign in to your account with a new passkey.",
      after: (address) =>
        `If this was not you, change your password, remove the passkey in Settings and write to us: ${address}`,
    },
    twoFactorOff: {
      subject: "Two-step verification is off",
      before: "Signing in to your account no longer needs a code.",
      after: (address) => `If this was not you, change your password now and write to us: ${address}`,
    },
    deletion: {
      subject: "Your account will be deleted",
      before:
        "You asked us to delete your account. In 14 days it will be permanently deleted, with your library, your reading positions and your reviews.",
      after: (address) =>
        `If you change your mind, sign in at ${address} before then, and your account stays.`,
    },
  },
  ar: {
    greeting: (name) => `السلام عليكم ${name}،`,
    reset: {
      subject: "تعيين كلمة مرور جديدة",
      before: "طُلبت كلمة مرور جديدة لحسابك. عيّنها من هذا الرابط خلال 30 دقيقة:",
      after: "إن لم تكن أنت من طلبها فلن يتغير شيء، ولا حاجة إلى أن تفعل شيئًا.",
    },
    verify: {
      subject: "تأكيد بريدك الإلكتروني",
      before: "يُرجى تأكيد أن هذا البريد لك:",
      after: "إن لم يكن لك حساب عندنا فلا حاجة إلى أن تفعل شيئًا.",
    },
    newEmail: {
      subject: "تأكيد بريدك الإلكتروني الجديد",
      before: "طلبت استعمال هذا العنوان من الآن. يُرجى تأكيده:",
      after: "إن لم تكن أنت من طلب ذلك فلن يتغير شيء، ولا حاجة إلى أن تفعل شيئًا.",
    },
    addressChanged: {
      subject: "تغيّر بريدك الإلكتروني",
      before: "من الآن يستعمل حسابك عنوانًا آخر، وإليه تُرسل الرسائل.",
      after: (address) => `إن لم تكن أنت من غيّره فاكتب إلينا من هنا: ${address}`,
    },
    passwordChanged: {
      subject: "غُيّرت كلمة المرور",
      before: "غُيّرت كلمة مرورك، وسُجّل الخروج من أجهزتك الأخرى.",
      after: (address) => `إن لم تكن أنت من غيّرها فعيّن كلمة جديدة عبر «نسيت كلمة المرور» من هنا:\n${address}`,
    },
    resetLinkMade: {
      subject: "أُنشئ رابط لتعيين كلمة مرور جديدة",
      before: "أنشأ القائمون على الموقع رابطًا لتعيين كلمة مرور جديدة لحسابك.",
      after: (address) => `إن لم تطلبه فراسلنا من هنا:\n${address}`,
    },
    twoFactorOn: {
      subject: "فُعّل التحقق بخطوتين",
      before: "يحتاج تسجيل الدخول إلى حسابك من الآن إلى رمز من تطبيق المصادقة.",
      after: (address) => `إن لم تكن أنت من فعّله فراسلنا من هنا:\n${address}`,
    },
    passkeyAdded: {
      subject: "أُضيف مفتاح مرور",
      before: "يمكنك الآن تسجيل الدخول إلى حسابك بمفتاح مرور جديد.",
      after: (address) =>
        `إن لم تكن أنت من أضافه فغيّر كلمة مرورك واحذف المفتاح من الإعدادات وراسلنا من هنا:\n${address}`,
    },
    twoFactorOff: {
      subject: "أُوقف التحقق بخطوتين",
      before: "لم يعد تسجيل الدخول إلى حسابك يحتاج إلى رمز.",
      after: (address) => `إن لم تكن أنت من أوقفه فغيّر كلمة مرورك الآن وراسلنا من هنا:\n${address}`,
    },
    deletion: {
      subject: "سيُحذف حسابك",
      before: "طلبت حذف حسابك. سيُحذف بعد 14 يومًا، ومعه مكتبتك ومواضعك في الكتب ومراجعاتك.",
      after: (address) => `إن غيّرت رأيك فسجّل الدخول قبل ذلك من هنا ليبقى حسابك:\n${address}`,
    },
  },
};
