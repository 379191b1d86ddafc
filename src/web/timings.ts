/** Times and limits of the screens (docs/product/countries.md#constants). */

export const SMS_COUNTDOWN_S = 60;
export const WRONG_CODE_HIGHLIGHT_MS = 6_000;
export const CITY_DROPDOWN_OPENS_MS = 2_000;
export const CHAT_OPENS_MS = 8_000;
/** A GET that got no answer or a 5xx is asked again after this long. */
export const GET_RETRY_DELAY_MS = 2_000;
export const FAILED_LOOKUP_REDIRECT_MS = 2_000;
export const CANCEL_REDIRECT_MS = 500;
export const CANCELLATION_RESULT_CLOSES_MS = 4_000;
export const SNACKBAR_TIMEOUT_MS = 3_000;
export const STICKY_OFFER_SCROLL_PX = 400;
/** Used where the setting whatsapp-onboarding-top is not a number; 0 disables the button. */
export const WHATSAPP_ONBOARDING_DEFAULT_MS = 120_000;
/** Failures of bank or card after which a help panel opens, unless the setting says otherwise. */
export const HELP_PANEL_FAILURES = 1;
