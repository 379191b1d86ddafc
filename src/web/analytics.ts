/** Every event that a screen may report, in one place. No personal data goes into an event but the document number of `identify`. */
export type AnalyticsEvent =
  | 'page_view'
  | 'identify'
  | 'reset'
  | 'signup_sent'
  | 'signup_failed'
  | 'login_done'
  | 'login_failed'
  | 'link_requested'
  | 'autologin_failed'
  | 'autologin_profile_failed'
  | 'magic_link_failed'
  | 'password_reset_failed'
  | 'offer_shown'
  | 'offer_rejected'
  | 'offer_waiting'
  | 'offer_failed'
  | 'proposal_selected'
  | 'membership_tab'
  | 'registration_done'
  | 'registration_failed'
  | 'feedback_sent'
  | 'step_done'
  | 'card_rejected'
  | 'bank_rejected'
  | 'phone_code_wrong'
  | 'loan_confirmed'
  | 'loan_failed'
  | 'balance_failed'
  | 'debtfree_failed'
  | 'payment_requested'
  | 'payment_failed'
  | 'cancellation_failed'
  | 'suggestion_failed'
  | 'whatsapp_opened'
  | 'help_opened';

type AnalyticsData = Readonly<Record<string, string | number | boolean | null>>;

/** Type of an event that names no other (docs/product/shell.md#analytics). */
const DEFAULT_EVENT_TYPE = 8;

/** Event as passed to a listener. */
export type Tracked = (event: AnalyticsEvent, data: AnalyticsData, type: number) => void;

let listener: Tracked = () => undefined;

/**
 * Sets the receiver of {@link track}; the product itself sets none (docs/product/shell.md#analytics).
 */
export function listenToEvents(next: Tracked): void {
  listener = next;
}

/** The one function that screens call. */
export function track(
  event: AnalyticsEvent,
  data: AnalyticsData = {},
  type: number = DEFAULT_EVENT_TYPE,
): void {
  listener(event, data, type);
}
