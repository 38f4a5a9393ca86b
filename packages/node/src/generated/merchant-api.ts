// Written from the routes by `npm run make:clients`. Do not edit it.

export type BrandChanges = {
  /** Hexadecimal colour such as `#0a7d4f`; `null` restores the default. */
  color?: string | null | undefined
  /** A PNG, JPEG or WebP image in base64: at most 150 KB, 16 to 2048 pixels wide and high. `null` removes the logo. */
  logo_file?: string | null | undefined
}

export type CheckoutRequest = {
  order: {
    /** The shop's id of the order. */
    id: string
    /** Order number that the customer sees. A JSON number becomes text. */
    number?: string | undefined
    /** A decimal string such as `"125.50"`, never a JSON number. Puente accepts common notations if they are unambiguous (`1,450.00`, `1.450,00`, `1 450,00`, `1450,50`), and refuses others, such as `1,450` or `1.450` lempiras. Responses contain the plain decimal. */
    amount: string
    /** Alphabetic ISO 4217 currency code. */
    currency: string
    /** Puente keeps the first 1,000 characters and sends the first 120 to the gateway. */
    description?: string | undefined
    /** Customer details that prefill the checkout; Puente creates no customer record. Puente omits values that are not text or a number, invalid e-mail addresses, phone and identity numbers of more than 50 characters, and card numbers; it truncates a long name. */
    customer?: {
      name?: string | undefined
      email?: string | undefined
      phone?: string | undefined
      identity_number?: string | undefined
    } | undefined
    /** Key-value pairs, returned unchanged except that `[card number]` replaces card numbers. Puente keeps the first 30 keys of 1 to 40 characters, truncates texts to 500 characters, and omits lists and objects. */
    metadata?: { [name: string]: string | number | boolean | null } | undefined
  }
  /** The page that customers return to after the payment is confirmed. Its origin may frame the card page. */
  success_url?: string | undefined
  /** The page that customers return to if they cancel the checkout. Its origin may frame the card page. */
  cancel_url?: string | undefined
  /** Minutes until the checkout expires. By default, it never expires. */
  expires_in_minutes?: number | undefined
  /** Language of the customer's pages. `auto` selects the browser's language for the pages, and the language of this request's `Accept-Language`, or the store's, for texts at the gateway (`Pedido 1001`). Defaults to the store's language. */
  locale?: 'es' | 'en' | 'auto' | undefined
  /** Page that the pay link opens: the gateway's checkout (`hosted`), or Puente's page with the gateway's card fields (`card_page`), which creates no payment until the customer confirms. Defaults to the store's policy. */
  mode?: 'hosted' | 'card_page' | undefined
  /** Saved card (`pm_…`) to charge immediately, without the customer. By default, Puente creates a checkout. */
  payment_method?: string | undefined
  /** Action after a decline of the saved card: `checkout` creates a checkout for the order, `stop` does nothing. Defaults to the store's policy. */
  on_decline?: 'checkout' | 'stop' | undefined
}

export type NewPaymentLink = {
  /** Reason for the payment, and title of the page. */
  name: string
  /** Alphabetic ISO 4217 currency code, which never changes. Defaults to the one beside an amount, then to the most frequent one of the store's latest 50 orders. */
  currency?: string | undefined
  /** Text below the title; it can have several lines. */
  description?: string | null | undefined
  /** A decimal string, or an amount as people type it, with or without its currency: `L 320.50`. `null` lets the customer enter the amount. */
  amount?: string | null | undefined
  /** Lowest amount that the customer can enter. Only without `amount`. */
  min_amount?: string | null | undefined
  /** Highest amount that the customer can enter. Only without `amount`. */
  max_amount?: string | null | undefined
  /** Number of places; `null` for no limit. An order takes a place and frees it once the gateway reports that its payment expired. A refund frees no place. */
  stock?: number | null | undefined
  /** Until then, the page says that the link is not open yet. */
  starts_at?: string | null | undefined
  /** From then on, the page says that the link has ended. Customers can still pay orders opened before. */
  ends_at?: string | null | undefined
  /** Fields that the page asks for. Name, e-mail and phone become the customer of the order, table and reference its metadata. */
  fields?: {
    name?: 'required' | 'optional' | undefined
    email?: 'required' | 'optional' | undefined
    phone?: 'required' | 'optional' | undefined
    table?: 'required' | 'optional' | undefined
    reference?: 'required' | 'optional' | undefined
  } | undefined
  /** Language of the page; `null` for the reader's. */
  language?: 'es' | 'en' | null | undefined
}

export type PaymentLinkChanges = {
  /** Reason for the payment, and title of the page. */
  name?: string | undefined
  /** Text below the title; it can have several lines. */
  description?: string | null | undefined
  /** A decimal string, or an amount as people type it, with or without its currency: `L 320.50`. `null` lets the customer enter the amount. */
  amount?: string | null | undefined
  /** Lowest amount that the customer can enter. Only without `amount`. */
  min_amount?: string | null | undefined
  /** Highest amount that the customer can enter. Only without `amount`. */
  max_amount?: string | null | undefined
  /** Number of places; `null` for no limit. An order takes a place and frees it once the gateway reports that its payment expired. A refund frees no place. */
  stock?: number | null | undefined
  /** Until then, the page says that the link is not open yet. */
  starts_at?: string | null | undefined
  /** From then on, the page says that the link has ended. Customers can still pay orders opened before. */
  ends_at?: string | null | undefined
  /** Fields that the page asks for. Name, e-mail and phone become the customer of the order, table and reference its metadata. */
  fields?: {
    name?: 'required' | 'optional' | undefined
    email?: 'required' | 'optional' | undefined
    phone?: 'required' | 'optional' | undefined
    table?: 'required' | 'optional' | undefined
    reference?: 'required' | 'optional' | undefined
  } | undefined
  /** Language of the page; `null` for the reader's. */
  language?: 'es' | 'en' | null | undefined
  /** `true` closes the link to new customers, `false` reopens it. */
  closed?: boolean | undefined
}

export type NewPaymentRequest = {
  /** A decimal string, or an amount as people type it, with or without its currency: `L 320.50`. Puente accepts common notations if they are unambiguous (`1,450.00`, `1.450,00`, `1 450,00`, `1450,50`), and refuses others, such as `1,450` or `1.450` lempiras. Responses contain the plain decimal. */
  amount: string
  /** Alphabetic ISO 4217 currency code. Defaults to the one beside the amount, then to the most frequent one of the store's latest 50 orders, then to `HNL`. */
  currency?: string | undefined
  /** Reason for the payment, shown to the customer. Puente stores the first 1,000 characters and sends the first 120 to the gateway. */
  description?: string | undefined
  /** Customer details that prefill the checkout; Puente creates no customer record. Puente omits values that are not text or a number, invalid e-mail addresses, phone and identity numbers of more than 50 characters, and card numbers; it truncates a long name. */
  customer?: {
    name?: string | undefined
    email?: string | undefined
    phone?: string | undefined
    identity_number?: string | undefined
  } | undefined
  /** Your own number, shown to the customer as the order number. By default, Puente creates a short one. */
  reference?: string | undefined
  /** Note for your team; the customer never sees it. */
  note?: string | undefined
  /** `counter`: created at a counter; `request`: created by any other person or program. */
  source?: 'request' | 'counter' | undefined
  /** Name of the counter, for its takings. */
  counter?: string | undefined
  /** Part of `amount` that is a tip. A tip chosen at the gateway comes on top. */
  tip?: string | undefined
  /** Minutes until the request expires. By default, it never expires. */
  expires_in_minutes?: number | undefined
  /** E-mails the pay link to `customer.email`, with one reminder before the request expires. Needs a mail server. */
  send_email?: boolean | undefined
  /** Language of the customer's pages. By default, the pages follow the customer's browser, and the gateway's texts are in the store's language. */
  locale?: 'es' | 'en' | undefined
}

export type PaidOtherwise = {
  /** How the customer paid. `card`: on another terminal. */
  how: 'cash' | 'transfer' | 'card' | 'other'
}

export type ConfirmRequest = {
  /** Single-use token from the gateway's browser SDK. */
  payment_token: string
  /** The page that customers return to after a successful authentication. */
  success_redirect_url?: string | undefined
  /** The page that customers return to after a failed authentication. */
  failed_redirect_url?: string | undefined
}

export type RefundRequest = {
  /** A decimal string in the currency of the payment. Defaults to the remaining refundable amount. Puente accepts common notations if they are unambiguous (`1,450.00`, `1.450,00`, `1 450,00`, `1450,50`), and refuses others, such as `1,450` or `1.450` lempiras. Responses contain the plain decimal. */
  amount?: string | undefined
  /** Expected currency. Puente refuses the request if the payment has another one. */
  currency?: string | undefined
  /** Number of decimals that the store displays, if it is fewer than the currency has. An `amount` that equals the rounded remainder of the order refunds the exact remainder: with 0 decimals, `28` refunds an order of 27.50 in full. */
  shown_decimals?: number | undefined
  reason?: string | undefined
  /** Payment to refund, such as the duplicate of an order that was paid twice. Defaults to the effective payment. */
  payment_id?: string | undefined
  /** Time of your first request for this refund, if you lost its response. Puente treats a refund of the same amount in the gateway's portal since then as this refund. */
  first_asked_at?: string | undefined
}

export type RefundCancellation = {
  /** Idempotency-Key of the refund request. */
  idempotency_key: string
}

export type RefundResolution = {
  /**
   * - `already_made`: the gateway's portal shows this refund, so Puente sends nothing
   * - `refund_anyway`: the portal shows a different refund, so Puente sends this one
   */
  resolution: 'already_made' | 'refund_anyway'
}

export type ReconciliationRequest = {
  /** First day (Honduras time). */
  from: string
  /** Last day, inclusive. */
  to: string
  /** Reports repairs without making them. */
  dry?: boolean | undefined
}

export type ReplayRequest = {
  kind?: 'apply-gateway-event' | 'find-out-creation' | 'find-out-charge' | 'ask-gateway' | 'carry-out-refund' | 'expire-refund-approval' | 'end-time-to-pay' | 'reconcile' | 'sync-store-order' | 'offer-pay-link' | 'follow-store-changes' | 'keep-store-webhooks' | 'mail-owners' | 'mail-customer' | 'find-saved-card' | 'notify-saved-card' | 'notify-storefront' | 'notify-endpoint' | undefined
  /** Given up after this time. */
  died_after?: string | undefined
  /** Given up before this time. */
  died_before?: string | undefined
}

export type NewEndpoint = {
  /** Address of the endpoint. Puente sends a user and password in it as Basic authentication, and never returns them. */
  url: string
  /** Notification types that the endpoint receives; `null` for all, including future ones. */
  events?: ('order.paid' | 'order.payment_failed' | 'order.payment_expired' | 'order.cancelled' | 'order.partially_refunded' | 'order.refunded' | 'order.voided' | 'order.attention_required' | 'order.updated' | 'payment_method.saved')[] | null | undefined
  description?: string | null | undefined
}

export type EndpointChanges = {
  /** Address of the endpoint. Puente sends a user and password in it as Basic authentication, and never returns them. */
  url?: string | undefined
  /** Notification types that the endpoint receives; `null` for all, including future ones. */
  events?: ('order.paid' | 'order.payment_failed' | 'order.payment_expired' | 'order.cancelled' | 'order.partially_refunded' | 'order.refunded' | 'order.voided' | 'order.attention_required' | 'order.updated' | 'payment_method.saved')[] | null | undefined
  description?: string | null | undefined
  /** `false` disables the endpoint and ends its waiting notifications as `missed`; a replay sends them again. */
  enabled?: boolean | undefined
}

export type ReplayToEndpoint = {
  /** Start of the time range to replay, at most 30 days ago. */
  from: string
  /** End of the time range to replay. Defaults to now. */
  to?: string | undefined
  /** Also replays notifications that the endpoint accepted. */
  all?: boolean | undefined
}

export type Order = {
  /** The shop's id of the order. */
  id: string
  /** Order number that the customer sees. */
  number: string | null
  amount: string
  currency: string
  /**
   * Source of the order.
   * - `storefront`: created by the shop, through its platform or this API
   * - `request`: created as a payment request in Puente; the shop does not have it
   * - `link`: created from a payment link; the shop does not have it
   * - `counter`: created at a counter; the shop does not have it
   */
  source: 'storefront' | 'request' | 'link' | 'counter'
  /** Payment link that created the order; otherwise `null`. */
  payment_link_id: string | null
  /**
   * - `awaiting_payment`: not paid yet; the pay link leads to the checkout
   * - `payment_expired`: not paid, and its payment expired or was closed; a new checkout reopens it
   * - `paid`: the customer was charged
   * - `partially_refunded`: paid, then refunded in part
   * - `refunded`: paid, then refunded in full
   * - `voided`: the charge was voided before settlement
   * - `on_hold`: the charges do not match the order; a person must review them
   * - `cancelled`: the shop cancelled it, or it expired under the policy `on_expiry: cancel`; the customer was not charged
   */
  status: 'awaiting_payment' | 'payment_expired' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'on_hold' | 'cancelled'
  /**
   * Reason why a person should review the order's payments; `null` without a conflict.
   * - `paid_twice`: more than one payment was charged
   * - `paid_other_amount`: the charge differs from the order in amount or currency
   * - `paid_after_cancellation`: the customer was charged after the shop cancelled the order
   * - `not_paid_at_gateway`: a signed event reported the charge, but the gateway answered twice that it charged nothing
   */
  conflict: 'paid_twice' | 'paid_other_amount' | 'paid_after_cancellation' | 'not_paid_at_gateway' | null
  /** Effective payment: of the charged payments, the first that matches the order's amount, if one does. `null` if none was charged. */
  effective_payment_id: string | null
  /** Permanent refusal of the order by the gateway: a retry fails until the cause is fixed. `null` without one, or once the gateway accepts a payment. */
  last_payment_error: {
    /**
     * - `currency_refused`: the currency is not enabled on the store's terminal
     * - `amount_refused`: the gateway does not accept the amount
     * - `terminal_unavailable`: the gateway has not provisioned the store's sandbox
     * - `request_refused`: the gateway refused the request for another reason; see `message`
     */
    code: 'currency_refused' | 'amount_refused' | 'terminal_unavailable' | 'request_refused'
    /** The gateway's message, for the merchant. */
    message: string | null
    at: string
  } | null
  description: string | null
  customer: Customer
  metadata: { [name: string]: unknown }
  created_at: string
  paid_at: string | null
}

/** Customer details that prefill the checkout; Puente creates no customer record. Puente omits fields that it cannot read or that contain a card number. */
export type Customer = {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  identity_number?: string | undefined
}

export type Payment = {
  id: string
  /** Number of the attempt within its order, starting at 1. */
  attempt: number
  mode: 'hosted' | 'card_page' | 'saved_card'
  /** State at the gateway. A charge can also be `declined`, `authenticating` (the bank is verifying the customer) or `processing` (its outcome is not known yet). */
  state: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'expired' | 'disabled' | 'declined' | 'processing' | 'authenticating'
  /** Latest decline with a reason from the processor; branch on `code`. `null` without one. A hosted checkout stays payable after a decline. */
  decline: {
    code: string
    message: string | null
  } | null
  /** Number of declined charges; a hosted checkout can have several. */
  decline_count: number
  /** Time of the latest decline; `null` without one. */
  last_declined_at: string | null
  amount: string
  currency: string
  /** Amount charged to the customer, with fees and tips; `null` if the gateway has not reported it. */
  total: string | null
  /** Service fee in `total`; `null` if the gateway has not reported it. */
  service_fee: string | null
  /** Sales tax in `total`; `null` if the gateway has not reported it. */
  sales_tax: string | null
  /** Tip in `total`; `null` if the gateway has not reported it. */
  tip: string | null
  /** Amount refunded so far. */
  refunded_amount: string
  /** The gateway's page for this attempt. Send customers to `pay_url` instead. */
  checkout_url: string | null
  /** The gateway's id of the payment; `null` until known. */
  gateway_payment_id: string | null
  /** The gateway's id of the charge; `null` until known. It does not prove a payment: a declined charge, or one that awaits authentication, can have one too. Check `state`. */
  transaction_id: string | null
  expires_at: string | null
  created_at: string
  paid_at: string | null
}

export type RefundSnapshot = {
  id: string
  payment_id: string
  /** `void`: cancels the whole charge before settlement. `refund`: returns money to the customer. */
  kind: 'void' | 'refund'
  /** Who requested it: the `store` through the API, a person in the dashboard (`operator`) or in the gateway's `portal`, or the store's `policy`. */
  origin: 'store' | 'portal' | 'operator' | 'policy'
  amount: string
  currency: string
  reason: string | null
  /**
   * - `pending`: accepted; Puente sends it to the gateway next
   * - `requested`: Puente is sending it to the gateway
   * - `unknown`: the gateway's answer was lost; Puente is looking up the outcome
   * - `accepted`: the gateway accepted it, but the payment does not show it yet; Puente does not send it again
   * - `waiting`: the gateway cannot make it yet; Puente retries it for up to two weeks, and you can cancel it
   * - `succeeded`: the gateway made the refund
   * - `failed`: it was not made and Puente does not retry it; `refusal` has the reason
   * - `cancelled`: cancelled while it waited; nothing was refunded
   */
  state: 'pending' | 'requested' | 'unknown' | 'accepted' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
  /** Reason why the refund waits or failed, with the gateway's messages; otherwise `null`. */
  refusal: {
    code: string
    words: string[]
  } | null
  /** Approval by a second person, for a refund above the store's limit; `null` if it needs none. */
  approval: {
    /**
     * - `pending`: no decision yet; nothing was refunded
     * - `approved`: the refund proceeds like any other
     * - `rejected`: the refund was cancelled
     * - `expired`: no decision in time, so the refund was cancelled
     * - `cancelled`: the refund ended before a decision
     */
    state: 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled'
    /** Limit of the store that the refund exceeds. */
    limit: {
      amount: string
      currency: string
    }
    requested_by: string | null
    /** Time at which Puente cancels the refund if there is no decision. */
    until: string
    decided_by: string | null
    decided_at: string | null
    /** Reason for a rejection; otherwise `null`. */
    why: string | null
  } | null
  /**
   * Reason why the refund may already have been made; `null` without a doubt. Puente does not send it until you look for it in the gateway's portal and resolve it (`POST /v1/orders/{id}/refunds/{refund_id}/resolve`).
   * - `refunded_meanwhile`: the gateway shows a refund that may be this one
   * - `unanswered_twice`: the gateway answered neither the refund nor its retry
   * - `changed_unexplained`: the gateway shows a refund that no event explains
   * - `refused_unexplained`: the gateway refused the retry for good, perhaps because it had already made the refund
   */
  needs_attention: 'refunded_meanwhile' | 'unanswered_twice' | 'changed_unexplained' | 'refused_unexplained' | null
  created_at: string
  /** Time at which the refund succeeded; otherwise `null`. */
  done_at: string | null
}

export type SavedCard = {
  id: string
  brand: string | null
  last_four: string | null
  exp_month: number | null
  exp_year: number | null
  is_default: boolean
}

export type Store = {
  id: string
  name: string
  platform: string
  environment: 'test' | 'live'
  locale: 'es' | 'en'
  /** Webhook address to enter in the gateway's portal. */
  webhook_url: string
  connected_at: string
  /** Time at which a person stopped all charges and refunds of the store; `null` if the store is not frozen. */
  frozen_at: string | null
  /** Address of the notifications, without its login and query; `null` for none. */
  notify_url: string | null
  /** Address at which reconciliations request the status of orders; `null` for none. */
  orders_url: string | null
  /** First and last characters of the gateway's publishable key; `null` without one. */
  publishable_key: string | null
  secrets: {
    /** `null` if Puente cannot decrypt the secret. */
    secret_key: {
      /** First and last characters of the secret. Puente never returns the secret itself. */
      hint: string
      /** Previous secrets that are still valid. */
      replaced: ({
        hint: string
        /** Time until which the secret is valid. */
        until: string
      })[]
    } | null
    /** `null` if Puente cannot decrypt the secret. */
    webhook_secret: {
      /** First and last characters of the secret. Puente never returns the secret itself. */
      hint: string
      /** Previous secrets that are still valid. */
      replaced: ({
        hint: string
        /** Time until which the secret is valid. */
        until: string
      })[]
    } | null
    /** `null` if Puente cannot decrypt the secret. */
    notify_secret: {
      /** First and last characters of the secret. Puente never returns the secret itself. */
      hint: string
      /** Previous secrets that are still valid. */
      replaced: ({
        hint: string
        /** Time until which the secret is valid. */
        until: string
      })[]
    } | null
  }
  /** Policy settings that differ from their defaults. */
  policy: { [name: string]: unknown }
  updated_at: string
}

export type ProblemDocument = {
  /** Address of the page that explains the error code. */
  type: string
  /** Short summary, in English or, for most codes about payments, in the language of `Accept-Language`. */
  title: string
  status: number
  detail?: string | undefined
  /** Error code; branch on this. */
  code: 'idempotency_key_in_use' | 'idempotency_key_required' | 'idempotency_key_reused' | 'internal_error' | 'invalid_fields' | 'invalid_json' | 'method_not_allowed' | 'not_allowed' | 'not_found' | 'rate_limited' | 'rotated_too_often' | 'store_disabled' | 'store_frozen' | 'too_busy' | 'too_large' | 'try_again' | 'wrong_api_key' | 'wrong_platform' | 'fresh_sign_in_needed' | 'second_factor_needed' | 'second_factor_required' | 'passkey_of_another_origin' | 'passkey_refused' | 'too_many_passkeys' | 'second_factor_on' | 'not_signed_in' | 'too_many_sign_ins' | 'wrong_origin' | 'wrong_sign_in' | 'last_owner' | 'member_already' | 'has_orders' | 'already_paid_at_gateway' | 'card_declined' | 'card_fields_not_set_up' | 'card_page_not_set_up' | 'charge_unresolved' | 'no_charge_known' | 'no_such_order' | 'no_such_saved_card' | 'order_already_paid' | 'mail_not_set_up' | 'nothing_to_mail' | 'customer_erased' | 'order_cancelled' | 'order_id_reused' | 'order_not_charged' | 'saved_cards_disabled' | 'token_refused' | 'gateway_address_wrong' | 'gateway_key_refused' | 'gateway_unreachable' | 'gateway_unreadable' | 'refused_by_gateway' | 'no_such_refund' | 'no_such_refund_at_gateway' | 'refund_above_day_limit' | 'refund_above_limit' | 'refund_above_rest' | 'refund_awaits_approval' | 'refund_done' | 'refund_given_back_already' | 'refund_key_refused' | 'refund_not_found_at_gateway' | 'refund_not_awaiting_approval' | 'refund_not_in_question' | 'refund_not_paid' | 'refund_not_refundable_yet' | 'refund_nothing_left' | 'refund_own_request' | 'refund_refused' | 'refund_refused_by_gateway' | 'refund_transaction_not_shown' | 'refund_under_way' | 'refund_unreadable_at_gateway' | 'refund_voided' | 'refund_withdrawn' | 'wrong_currency' | 'endpoint_disabled' | 'too_many_endpoints' | 'event_handled' | 'nothing_waits' | 'reconciliation_running' | 'reconciliation_state' | 'task_dead' | 'task_done' | 'task_done_by_replay' | 'task_not_dead' | 'task_under_way' | 'clock_differs' | 'keys_not_awaited' | 'not_signed' | 'replayed_call' | 'session_token_refused' | 'shop_silent' | 'too_many_connections' | 'unknown_store' | 'wrong_signature'
  /** `retry`: repeat the same request later. `permanent`: change the request, because it fails again. `ask-a-person`: a person must first change a key, a setting or an account. */
  retry: 'retry' | 'permanent' | 'ask-a-person'
  /** The gateway's message, in its language. Show it to people; do not branch on it. */
  gateway_message?: string | undefined
  /** The processor's decline code; branch on this. */
  decline_code?: string | undefined
  /** Message for the customer about a declined card or a frozen store, in the order's language. */
  customer_message?: string | undefined
  /** Error code of the replacement checkout, if a saved card was declined and the checkout failed too. Repeating the request retries the checkout and does not charge the card again. */
  checkout_code?: 'idempotency_key_in_use' | 'idempotency_key_required' | 'idempotency_key_reused' | 'internal_error' | 'invalid_fields' | 'invalid_json' | 'method_not_allowed' | 'not_allowed' | 'not_found' | 'rate_limited' | 'rotated_too_often' | 'store_disabled' | 'store_frozen' | 'too_busy' | 'too_large' | 'try_again' | 'wrong_api_key' | 'wrong_platform' | 'fresh_sign_in_needed' | 'second_factor_needed' | 'second_factor_required' | 'passkey_of_another_origin' | 'passkey_refused' | 'too_many_passkeys' | 'second_factor_on' | 'not_signed_in' | 'too_many_sign_ins' | 'wrong_origin' | 'wrong_sign_in' | 'last_owner' | 'member_already' | 'has_orders' | 'already_paid_at_gateway' | 'card_declined' | 'card_fields_not_set_up' | 'card_page_not_set_up' | 'charge_unresolved' | 'no_charge_known' | 'no_such_order' | 'no_such_saved_card' | 'order_already_paid' | 'mail_not_set_up' | 'nothing_to_mail' | 'customer_erased' | 'order_cancelled' | 'order_id_reused' | 'order_not_charged' | 'saved_cards_disabled' | 'token_refused' | 'gateway_address_wrong' | 'gateway_key_refused' | 'gateway_unreachable' | 'gateway_unreadable' | 'refused_by_gateway' | 'no_such_refund' | 'no_such_refund_at_gateway' | 'refund_above_day_limit' | 'refund_above_limit' | 'refund_above_rest' | 'refund_awaits_approval' | 'refund_done' | 'refund_given_back_already' | 'refund_key_refused' | 'refund_not_found_at_gateway' | 'refund_not_awaiting_approval' | 'refund_not_in_question' | 'refund_not_paid' | 'refund_not_refundable_yet' | 'refund_nothing_left' | 'refund_own_request' | 'refund_refused' | 'refund_refused_by_gateway' | 'refund_transaction_not_shown' | 'refund_under_way' | 'refund_unreadable_at_gateway' | 'refund_voided' | 'refund_withdrawn' | 'wrong_currency' | 'endpoint_disabled' | 'too_many_endpoints' | 'event_handled' | 'nothing_waits' | 'reconciliation_running' | 'reconciliation_state' | 'task_dead' | 'task_done' | 'task_done_by_replay' | 'task_not_dead' | 'task_under_way' | 'clock_differs' | 'keys_not_awaited' | 'not_signed' | 'replayed_call' | 'session_token_refused' | 'shop_silent' | 'too_many_connections' | 'unknown_store' | 'wrong_signature' | undefined
  /** Puente's clock, if the time of the call's signature differs from it. */
  server_time?: string | undefined
  /** Invalid fields and why each is invalid. */
  errors?: ({
    path: string
    message: string
  })[] | undefined
  /** Id of the request in the log, also in the header `x-request-id`. */
  request_id?: string | undefined
  /** Current order of a refused checkout. */
  order?: Order | undefined
  /** Pay link of a refused checkout. It leads to the checkout once the gateway can create one. */
  pay_url?: string | undefined
}

export type StoreBrand = {
  /** Colour of the band and the button on customers' pages; `null` for the default. */
  color: string | null
  /** Address of the logo, which changes with each image; `null` without one. */
  logo_url: string | null
}

export type NotifySecretRotated = {
  /** The new secret, which Puente returns only once. */
  notify_secret: string
  previous_until: string
}

export type EndpointTest = {
  /** Whether the endpoint answered 2xx. */
  accepted: boolean
  /** HTTP status; `null` if there was no response. */
  status: number | null
  /** Reason for a failure; otherwise `null`. */
  error: string | null
  /** Beginning of the response body, without secrets. */
  answer: string | null
  duration_ms: number | null
}

export type CustomerExport = {
  exported_at: string
  orders: ({
    id: string
    status: string
    amount: string
    [name: string]: unknown
  })[]
  /** Webhooks about the customer, as received. */
  messages: ({
    source: string
    received_at: string
    body: string
    [name: string]: unknown
  })[]
  /** Notifications of cards that the customer with this `id` saved. */
  saved_cards: ({
    at: string
    [name: string]: unknown
  })[]
  [name: string]: unknown
}

export type CustomerErasure = {
  /** `later`: a payment or message of the customer is in flight, so some data remains. Repeat the request in a few minutes. */
  outcome: 'erased' | 'later'
  /** Number of orders from which this request erased the customer. */
  orders: number
}

export type Checkout = {
  order: Order
  /** `null` until the customer confirms a payment on the card page. */
  payment: Payment | null
  /** Voids and refunds, oldest first. */
  refunds: Refund[]
  /** Durable link to the payment page of the order. */
  pay_url: string
  /** Decline of the saved card that this checkout replaces. */
  declined: {
    /** The processor's decline code, for programs to branch on. */
    code: string
    /** The processor's message, for the merchant. */
    message: string | null
    /** Explanation for the customer, in the order's language. */
    customer_message: string
  } | null
}

export type Refund = {
  id: string
  payment_id: string
  /** `void`: cancels the whole charge before settlement. `refund`: returns money to the customer. */
  kind: 'void' | 'refund'
  /** Who requested it: the `store` through the API, a person in the dashboard (`operator`) or in the gateway's `portal`, or the store's `policy`. */
  origin: 'store' | 'portal' | 'operator' | 'policy'
  amount: string
  currency: string
  reason: string | null
  /**
   * - `pending`: accepted; Puente sends it to the gateway next
   * - `requested`: Puente is sending it to the gateway
   * - `unknown`: the gateway's answer was lost; Puente is looking up the outcome
   * - `accepted`: the gateway accepted it, but the payment does not show it yet; Puente does not send it again
   * - `waiting`: the gateway cannot make it yet; Puente retries it for up to two weeks, and you can cancel it
   * - `succeeded`: the gateway made the refund
   * - `failed`: it was not made and Puente does not retry it; `refusal` has the reason
   * - `cancelled`: cancelled while it waited; nothing was refunded
   */
  state: 'pending' | 'requested' | 'unknown' | 'accepted' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
  /** Reason why the refund waits or failed, with the gateway's messages; otherwise `null`. */
  refusal: {
    code: string
    words: string[]
  } | null
  /** Approval by a second person, for a refund above the store's limit; `null` if it needs none. */
  approval: {
    /**
     * - `pending`: no decision yet; nothing was refunded
     * - `approved`: the refund proceeds like any other
     * - `rejected`: the refund was cancelled
     * - `expired`: no decision in time, so the refund was cancelled
     * - `cancelled`: the refund ended before a decision
     */
    state: 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled'
    /** Limit of the store that the refund exceeds. */
    limit: {
      amount: string
      currency: string
    }
    requested_by: string | null
    /** Time at which Puente cancels the refund if there is no decision. */
    until: string
    decided_by: string | null
    decided_at: string | null
    /** Reason for a rejection; otherwise `null`. */
    why: string | null
  } | null
  /**
   * Reason why the refund may already have been made; `null` without a doubt. Puente does not send it until you look for it in the gateway's portal and resolve it (`POST /v1/orders/{id}/refunds/{refund_id}/resolve`).
   * - `refunded_meanwhile`: the gateway shows a refund that may be this one
   * - `unanswered_twice`: the gateway answered neither the refund nor its retry
   * - `changed_unexplained`: the gateway shows a refund that no event explains
   * - `refused_unexplained`: the gateway refused the retry for good, perhaps because it had already made the refund
   */
  needs_attention: 'refunded_meanwhile' | 'unanswered_twice' | 'changed_unexplained' | 'refused_unexplained' | null
  created_at: string
  /** Time at which the refund succeeded; otherwise `null`. */
  done_at: string | null
  /**
   * Reason for waiting; `null` if it is running or has ended.
   * - `gateway`: Puente pauses requests to the gateway account, which was unreachable
   * - `store`: Puente pauses requests to the shop or endpoint, which was unreachable
   * - `settlement`: the gateway cannot refund the charge until it settles or its refund window opens
   * - `confirmation`: the gateway accepted it but does not show it yet, or its answer was lost and Puente is looking up the outcome
   * - `person`: a person must act; see the open alerts
   * - `thaw`: the store is frozen; Puente continues once a person thaws it
   * - `approval`: the refund is above the store's limit; a second person must approve it
   * - `schedule`: it is scheduled for later
   * - `retry`: it failed; Puente retries it after a delay
   * - `worker`: it is due, but no worker has claimed it yet
   */
  waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'thaw' | 'approval' | 'schedule' | 'retry' | 'worker' | null
  /** Latest time of the next attempt; `null` if unknown. A response from the gateway or the shop, or a manual retry, can bring it forward. */
  waiting_until: string | null
  /** Next step, at `waiting_until`. `send`: Puente sends the refund to the gateway. `look_up`: Puente checks whether the gateway made it. `answer`: a person resolves it. `approval`: a second person decides. `null`: the refund has ended. */
  next_step: 'send' | 'look_up' | 'answer' | 'approval' | null
  /** Earliest time at which Puente resends an unanswered refund that the gateway does not show; otherwise `null`. */
  resend_from: string | null
}

export type PaymentLinks = {
  data: PaymentLink[]
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null
}

export type PaymentLink = {
  id: string
  /** Address of the page for any number of customers. */
  url: string
  name: string
  description: string | null
  amount: string | null
  min_amount: string | null
  max_amount: string | null
  currency: string
  stock: number | null
  starts_at: string | null
  ends_at: string | null
  fields: {
    name?: 'required' | 'optional' | undefined
    email?: 'required' | 'optional' | undefined
    phone?: 'required' | 'optional' | undefined
    table?: 'required' | 'optional' | undefined
    reference?: 'required' | 'optional' | undefined
  }
  language: 'es' | 'en' | null
  /** `open`: accepts payments. `not_yet`, `over`: before or after its period. `sold_out`: all places are taken. `closed`: by a person. */
  state: 'open' | 'not_yet' | 'sold_out' | 'over' | 'closed'
  /** Orders that customers have opened, including unpaid ones. */
  orders: number
  /** Places that orders hold, paid or not. */
  taken: number
  /** Paid orders, without refunded ones. */
  paid: number
  /** Unpaid orders that hold a place. */
  paying: number
  /** Free places; `null` without a stock. */
  left: number | null
  created_by: string | null
  created_at: string
  updated_at: string
  closed_at: string | null
}

export type PaymentRequest = {
  /** Id of its order in this API. */
  id: string
  /**
   * - `open`: the customer can pay it
   * - `paid`: the customer paid it; its order says whether the money was refunded or needs attention
   * - `expired`: the customer did not pay it in time
   * - `refused`: the gateway refused it, for example because of its currency; no customer can pay it
   * - `cancelled`: the merchant cancelled it
   * - `paid_otherwise`: the merchant closed it because the customer paid without the gateway
   */
  state: 'open' | 'paid' | 'expired' | 'refused' | 'cancelled' | 'paid_otherwise'
  /** `counter`: created at a counter; `request`: created by any other person or program. */
  source: 'request' | 'counter'
  amount: string
  currency: string
  /** The order's `conflict`: why a person should look at its money. */
  conflict: 'paid_twice' | 'paid_other_amount' | 'paid_after_cancellation' | 'not_paid_at_gateway' | null
  description: string | null
  /** The order number that the customer sees. */
  reference: string
  note: string | null
  counter: string | null
  /** Part of `amount` that is a tip, chosen at the counter. */
  tip: string | null
  customer: Customer
  /** Durable link to the payment page of the order. */
  pay_url: string
  /**
   * State of the latest e-mail with the link; `null` without one.
   * - `waiting`: Puente sends or retries it soon; `detail` has the answer of the mail server
   * - `sending`: on its way to the mail server
   * - `sent`: the mail server accepted it
   * - `refused`: the mail server refused this recipient, or the address is not valid
   * - `unknown`: the mail server did not confirm it, so Puente does not send it again
   * - `failed`: the mail server accepted no mail for a day
   * - `not_sent`: its reason no longer applies, such as a reminder of a paid order
   */
  email: 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown' | 'failed' | 'not_sent' | null
  /** How the customer paid without the gateway. */
  paid_otherwise: 'cash' | 'transfer' | 'card' | 'other' | null
  expires_at: string | null
  created_at: string
  paid_at: string | null
  /** When the merchant cancelled it, or closed it as paid otherwise. */
  closed_at: string | null
}

export type PaymentRequestList = {
  data: PaymentRequest[]
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null
}

export type OrderList = {
  data: OrderWithPayment[]
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null
}

export type OrderWithPayment = {
  order: Order
  payment: Payment | null
  /** Voids and refunds, oldest first. */
  refunds: Refund[]
  /** Durable link to the payment page of the order. */
  pay_url: string
}

export type OrderWithPayments = {
  order: Order
  payment: Payment | null
  /** Voids and refunds, oldest first. */
  refunds: Refund[]
  /** Durable link to the payment page of the order. */
  pay_url: string
  /** All payments of the order at the gateway, including both charges of an order paid twice. */
  payments: Payment[]
}

export type Timeline = {
  data: ({
    at: string
    /** Kind of the event, for programs to branch on. */
    kind: string
    /** The event as a sentence, in the language of `Accept-Language`, or the store's. */
    text: string
    payment_id: string | null
    details: { [name: string]: unknown }
    /** Actor of the event; `null` for entries from before Puente recorded actors. */
    actor: {
      kind: 'api_key' | 'person' | 'command_line' | 'customer' | 'platform' | 'gateway' | 'job'
      /** Id of the API key or person. */
      id?: string | undefined
      /** Name of the API key or person, or kind of the job. */
      name?: string | undefined
      /** Actor as text, in the language of the entry. */
      text: string
    } | null
  })[]
}

export type ConfirmationOfOrder = {
  order: Order
  payment: Payment
  /** Address of the authentication page; `null` if none is needed. Redirect the customer immediately, in the whole window or a visible frame; never store it. */
  authentication_url: string | null
}

export type RefundOfOrder = {
  refund: Refund
  order: Order
  /** Status of the refund in one sentence, with amount, currency, payment and next step. Uses the language of `Accept-Language`, or the store's. */
  message: string
}

export type Receipt = {
  transaction_id: string
  /** Public page of the receipt at the gateway. */
  receipt_url: string
}

export type SavedCardList = {
  data: SavedCard[]
}

export type SavedCardRevoked = {
  id: string
  revoked: true
}

export type AlertList = {
  data: Alert[]
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null
}

export type Alert = {
  id: string
  /** Kind of the alert; branch on this. */
  kind: 'order_paid_twice' | 'order_paid_other_amount' | 'order_paid_after_cancellation' | 'refund_not_accepted_yet' | 'refund_refused' | 'refund_not_shown' | 'refund_awaits_approval' | 'refund_not_approved' | 'refund_outside_puente' | 'store_refund_not_possible' | 'gateway_key_refused' | 'saved_cards_disabled' | 'request_fields_dropped' | 'request_fields_refused' | 'task_given_up' | 'payment_not_at_gateway' | 'payment_differs' | 'payment_without_order' | 'gateway_data_unreadable' | 'store_disagrees' | 'store_access_refused' | 'store_frozen' | 'approval_limit_raised' | 'order_not_in_store' | 'order_id_reused' | 'store_data_unreadable' | 'store_not_compared' | 'differences_not_listed' | 'reconciliation_failed' | 'shop_unreachable' | 'shop_paused' | 'endpoint_failing' | 'endpoint_disabled' | 'gateway_unreachable' | 'webhooks_stopped' | 'previous_secret_in_use' | 'customer_data_requested' | 'refund_not_in_store' | 'payment_method_unknown' | 'api_version_ending' | 'alerts_not_delivered' | 'customer_mail_not_sent' | 'mail_server_failing' | 'card_page_script_blocked' | 'database_restored'
  /** Event that opened the alert, with amount and order if it concerns money. Uses the language of `Accept-Language`, or the store's. */
  what: string
  /** Cause, with the payment if it concerns money, and the last error if there is one. */
  why: string
  /** Recommended action, with amount and payment if it concerns money. */
  todo: string
  /** The shop's id of the affected order. */
  order_id: string | null
  /** Further facts, which depend on `kind`. */
  details: { [name: string]: unknown }
  opened_at: string
  closed_at: string | null
}

export type GatewayEventList = {
  data: GatewayEvent[]
  /** Cursor of the next page, even if this one is short or empty; `null` on the last one. */
  next_cursor: string | null
}

export type GatewayEvent = {
  id: string
  /** Sender: `gateway` or a platform. */
  source: string
  /** The sender's id of the event. */
  message_id: string
  type: string | null
  /** `waiting`: not handled yet. `handled`: see `outcome`. `given_up`: Puente could not read or apply it; replay it once the cause is fixed. */
  state: 'waiting' | 'handled' | 'given_up'
  /** Outcome of a handled event, such as `applied`, `no-change`, `foreign` (no order of the store) or `unreadable`; otherwise `null`. */
  outcome: string | null
  /** Last error; `null` without one, or after its retention. */
  reason: string | null
  /** Task that handles only this event (`GET /v1/tasks/{id}`); otherwise `null`. */
  task_id: string | null
  received_at: string
  /** Time at which Puente handled it; `null` before. */
  handled_at: string | null
}

export type GatewayEventWithBody = {
  id: string
  /** Sender: `gateway` or a platform. */
  source: string
  /** The sender's id of the event. */
  message_id: string
  type: string | null
  /** `waiting`: not handled yet. `handled`: see `outcome`. `given_up`: Puente could not read or apply it; replay it once the cause is fixed. */
  state: 'waiting' | 'handled' | 'given_up'
  /** Outcome of a handled event, such as `applied`, `no-change`, `foreign` (no order of the store) or `unreadable`; otherwise `null`. */
  outcome: string | null
  /** Last error; `null` without one, or after its retention. */
  reason: string | null
  /** Task that handles only this event (`GET /v1/tasks/{id}`); otherwise `null`. */
  task_id: string | null
  received_at: string
  /** Time at which Puente handled it; `null` before. */
  handled_at: string | null
  /** Body without keys, tokens and card numbers: parsed JSON, or text if it is not JSON. */
  body: unknown
}

export type Reconciliation = {
  id: string
  /** `schedule`: nightly. `demand`: a person or a program started it. */
  trigger: 'schedule' | 'demand'
  /** Whether it only reports repairs. */
  dry: boolean
  /** State of the run. A `stopped` or `failed` run can be resumed for a week. */
  state: 'running' | 'stopped' | 'done' | 'failed'
  /** Reason for a failure; otherwise `null`. */
  reason: string | null
  /** First day (Honduras time). */
  from: string
  /** Last day, inclusive. */
  to: string
  started_at: string
  ended_at: string | null
  progress: {
    phase: string
    /** Number of pages read from the gateway's list. */
    pages: number
    /** Number of payments read so far. */
    payments: number
    /** Number of payments that the gateway reports. */
    payments_at_gateway: number
    /** Number of payments that belong to no order of the store. */
    foreign: number
    /** Number of payments with invalid data. */
    unreadable: number
    /** Number of orders compared so far. */
    orders: number
  }
  /** Whether the gateway counted more payments than its pages contained. */
  is_incomplete: boolean
  /** Whether the run compared the store's own orders, which needs its `orders_url` or a platform. */
  store_side: 'compared' | 'not_offered' | 'not_answered' | 'not_asked'
  /** Sums by currency; `null` until the run is done. */
  totals: ({
    currency: string
    gateway: SumsOfCharges
    /** Payments of the gateway account that belong to no order of this store. */
    foreign: SumsOfCharges
    ledger: SumsOfCharges
  })[] | null
  /** Number of differences that need a person but have no alert, because the run reached its limit of alerts. */
  problems_not_listed: number
  /** Number of differences by kind and action. */
  summary: ({
    /**
     * - `missed_event`: the gateway is ahead: an event is late or lost
     * - `payment_unknown`: a payment of the store that was missing in the database
     * - `payment_foreign`: a payment of the gateway account that belongs to no order of the store, reported once
     * - `amount_drift`: amounts or currencies differ
     * - `not_paid_at_gateway`: a charge in the database that the gateway does not show
     * - `refunded_on_one_side`: one side has refunded more than the other
     * - `missing_at_gateway`: a payment in the database that the gateway does not know
     * - `gateway_disagrees`: the gateway's list shows a higher amount than the payment itself
     * - `unreadable_payment`: a payment at the gateway with invalid data
     * - `paid_twice`: the order was charged more than once
     * - `paid_after_cancellation`: a charge for an order that the store has cancelled
     * - `store_not_told`: the store was not notified of a charge, or did not act on it
     * - `store_says_paid`: an order that is paid in the store and unpaid at the gateway
     * - `missing_in_store`: a paid order that the store does not know
     * - `unreadable_order`: an order that the store reports with invalid data
     */
    kind: 'missed_event' | 'payment_unknown' | 'payment_foreign' | 'amount_drift' | 'not_paid_at_gateway' | 'refunded_on_one_side' | 'missing_at_gateway' | 'gateway_disagrees' | 'unreadable_payment' | 'paid_twice' | 'paid_after_cancellation' | 'store_not_told' | 'store_says_paid' | 'missing_in_store' | 'unreadable_order'
    /**
     * - `found`: not examined yet
     * - `repaired`: both sides are equal, or Puente is notifying the store
     * - `for_a_person`: a person has to decide
     * - `counted`: no action needed
     * - `would_be_repaired`: dry run: Puente would repair it
     * - `would_be_for_a_person`: dry run: a person would have to decide
     */
    action: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
    count: number
  })[]
  /** Address of the report in the dashboard. Requires a sign-in. */
  page_url: string
}

export type SumsOfCharges = {
  /** Number of charges. */
  payments: number
  charged: string
  voided: string
  refunded: string
  /** Service fees of the charges that were not voided; `null` if unknown. */
  fees: string | null
  /** Net amount for the store. */
  net: string
}

export type ReconciliationList = {
  data: Reconciliation[]
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null
}

export type ReconciliationReport = {
  id: string
  /** `schedule`: nightly. `demand`: a person or a program started it. */
  trigger: 'schedule' | 'demand'
  /** Whether it only reports repairs. */
  dry: boolean
  /** State of the run. A `stopped` or `failed` run can be resumed for a week. */
  state: 'running' | 'stopped' | 'done' | 'failed'
  /** Reason for a failure; otherwise `null`. */
  reason: string | null
  /** First day (Honduras time). */
  from: string
  /** Last day, inclusive. */
  to: string
  started_at: string
  ended_at: string | null
  progress: {
    phase: string
    /** Number of pages read from the gateway's list. */
    pages: number
    /** Number of payments read so far. */
    payments: number
    /** Number of payments that the gateway reports. */
    payments_at_gateway: number
    /** Number of payments that belong to no order of the store. */
    foreign: number
    /** Number of payments with invalid data. */
    unreadable: number
    /** Number of orders compared so far. */
    orders: number
  }
  /** Whether the gateway counted more payments than its pages contained. */
  is_incomplete: boolean
  /** Whether the run compared the store's own orders, which needs its `orders_url` or a platform. */
  store_side: 'compared' | 'not_offered' | 'not_answered' | 'not_asked'
  /** Sums by currency; `null` until the run is done. */
  totals: ({
    currency: string
    gateway: SumsOfCharges
    /** Payments of the gateway account that belong to no order of this store. */
    foreign: SumsOfCharges
    ledger: SumsOfCharges
  })[] | null
  /** Number of differences that need a person but have no alert, because the run reached its limit of alerts. */
  problems_not_listed: number
  /** Number of differences by kind and action. */
  summary: ({
    /**
     * - `missed_event`: the gateway is ahead: an event is late or lost
     * - `payment_unknown`: a payment of the store that was missing in the database
     * - `payment_foreign`: a payment of the gateway account that belongs to no order of the store, reported once
     * - `amount_drift`: amounts or currencies differ
     * - `not_paid_at_gateway`: a charge in the database that the gateway does not show
     * - `refunded_on_one_side`: one side has refunded more than the other
     * - `missing_at_gateway`: a payment in the database that the gateway does not know
     * - `gateway_disagrees`: the gateway's list shows a higher amount than the payment itself
     * - `unreadable_payment`: a payment at the gateway with invalid data
     * - `paid_twice`: the order was charged more than once
     * - `paid_after_cancellation`: a charge for an order that the store has cancelled
     * - `store_not_told`: the store was not notified of a charge, or did not act on it
     * - `store_says_paid`: an order that is paid in the store and unpaid at the gateway
     * - `missing_in_store`: a paid order that the store does not know
     * - `unreadable_order`: an order that the store reports with invalid data
     */
    kind: 'missed_event' | 'payment_unknown' | 'payment_foreign' | 'amount_drift' | 'not_paid_at_gateway' | 'refunded_on_one_side' | 'missing_at_gateway' | 'gateway_disagrees' | 'unreadable_payment' | 'paid_twice' | 'paid_after_cancellation' | 'store_not_told' | 'store_says_paid' | 'missing_in_store' | 'unreadable_order'
    /**
     * - `found`: not examined yet
     * - `repaired`: both sides are equal, or Puente is notifying the store
     * - `for_a_person`: a person has to decide
     * - `counted`: no action needed
     * - `would_be_repaired`: dry run: Puente would repair it
     * - `would_be_for_a_person`: dry run: a person would have to decide
     */
    action: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
    count: number
  })[]
  /** Address of the report in the dashboard. Requires a sign-in. */
  page_url: string
  differences: {
    data: Difference[]
    next_cursor: string | null
  }
}

export type Difference = {
  id: string
  /**
   * - `missed_event`: the gateway is ahead: an event is late or lost
   * - `payment_unknown`: a payment of the store that was missing in the database
   * - `payment_foreign`: a payment of the gateway account that belongs to no order of the store, reported once
   * - `amount_drift`: amounts or currencies differ
   * - `not_paid_at_gateway`: a charge in the database that the gateway does not show
   * - `refunded_on_one_side`: one side has refunded more than the other
   * - `missing_at_gateway`: a payment in the database that the gateway does not know
   * - `gateway_disagrees`: the gateway's list shows a higher amount than the payment itself
   * - `unreadable_payment`: a payment at the gateway with invalid data
   * - `paid_twice`: the order was charged more than once
   * - `paid_after_cancellation`: a charge for an order that the store has cancelled
   * - `store_not_told`: the store was not notified of a charge, or did not act on it
   * - `store_says_paid`: an order that is paid in the store and unpaid at the gateway
   * - `missing_in_store`: a paid order that the store does not know
   * - `unreadable_order`: an order that the store reports with invalid data
   */
  kind: 'missed_event' | 'payment_unknown' | 'payment_foreign' | 'amount_drift' | 'not_paid_at_gateway' | 'refunded_on_one_side' | 'missing_at_gateway' | 'gateway_disagrees' | 'unreadable_payment' | 'paid_twice' | 'paid_after_cancellation' | 'store_not_told' | 'store_says_paid' | 'missing_in_store' | 'unreadable_order'
  /**
   * - `found`: not examined yet
   * - `repaired`: both sides are equal, or Puente is notifying the store
   * - `for_a_person`: a person has to decide
   * - `counted`: no action needed
   * - `would_be_repaired`: dry run: Puente would repair it
   * - `would_be_for_a_person`: dry run: a person would have to decide
   */
  action: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
  /** The shop's id of the order. */
  order_id: string | null
  payment_id: string | null
  gateway_payment_id: string | null
  /** Details of the difference. `differs` contains pairs of values: that of the database, then that of the other `side`. */
  details: { [name: string]: unknown }
  found_at: string
  /** Address of the order in the dashboard; `null` without an order. */
  timeline_url: string | null
}

export type SettlementList = {
  data: Settlement[]
}

/** Sums of a day. Voids and refunds count on the day of their charge. */
export type Settlement = {
  /** Honduras day. */
  day: string
  currency: string
  ledger: SumsOfCharges
  /** Sums at the gateway, from the latest reconciliation that covered the whole day; `null` if none did. */
  gateway: SumsOfCharges | null
  /** Time of that reconciliation. */
  gateway_seen_at: string | null
  /** Whether the gateway's sums contain every charge of the day. `false` if a reconciliation has not covered the day on which a payment was created, or the gateway did not show it. */
  gateway_is_whole: boolean
}

export type TaskList = {
  data: Task[]
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null
}

export type Task = {
  id: string
  kind: string
  /** `ready`: waits for its next try. `queued`: handed to a worker. `running`: in progress. `done`: completed. `dead`: Puente gave it up; a person can replay it. */
  state: 'ready' | 'queued' | 'running' | 'done' | 'dead'
  /** System that the task needs. */
  needs: 'db' | 'gateway' | 'shop' | 'endpoint'
  /** The shop's id of the order. */
  order_id: string | null
  /** Number of tries so far. */
  tries: number
  /** Time of the next try; `null` without one. An open circuit can delay it until `waiting_until`. */
  next_try_at: string | null
  /**
   * Reason for waiting; `null` if it is running or has ended.
   * - `gateway`: Puente pauses requests to the gateway account, which was unreachable
   * - `store`: Puente pauses requests to the shop or endpoint, which was unreachable
   * - `settlement`: the gateway cannot refund the charge until it settles or its refund window opens
   * - `confirmation`: the gateway accepted it but does not show it yet, or its answer was lost and Puente is looking up the outcome
   * - `person`: a person must act; see the open alerts
   * - `thaw`: the store is frozen; Puente continues once a person thaws it
   * - `approval`: the refund is above the store's limit; a second person must approve it
   * - `schedule`: it is scheduled for later
   * - `retry`: it failed; Puente retries it after a delay
   * - `worker`: it is due, but no worker has claimed it yet
   */
  waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'thaw' | 'approval' | 'schedule' | 'retry' | 'worker' | null
  /** Latest time of the next attempt; `null` if unknown. A response from the gateway or the shop, or a manual retry, can bring it forward. */
  waiting_until: string | null
  /** Latest error; `null` without one. */
  last_error: string | null
  /** Last 50 failed tries, oldest first. */
  failures: ({
    try: number
    at: string
    /** `retry`: Puente tries again. `permanent`, `ask-a-person`: the task is dead; replay it once the cause is fixed. */
    remedy: 'retry' | 'permanent' | 'ask-a-person'
    detail: string
  })[]
  /** Number of failed tries before those in `failures`. */
  earlier_failures: number
  /** Id of the task that this one replays; otherwise `null`. */
  replay_of: string | null
  /** Latest replay of this task; `null` without one. */
  replayed_by: {
    id: string
    state: 'ready' | 'queued' | 'running' | 'done' | 'dead'
  } | null
  created_at: string
  /** Time at which it was done or given up; `null` before. */
  ended_at: string | null
}

export type Replayed = {
  /** Number of tasks replayed. */
  replayed: number
  /** Whether more tasks match. Repeat the request to replay them. */
  more: boolean
}

export type CircuitList = {
  data: Circuit[]
}

export type Circuit = {
  /** `gateway`: the gateway account, which other stores may share. `store`: the store's shop. */
  name: 'gateway' | 'store'
  /** `closed`: requests succeed. `failing`: recent requests failed, and Puente still sends others. `open`: Puente sends nothing until `open_until`. `half_open`: Puente probes with one task. `paused`: Puente sends nothing until a person resumes it. */
  state: 'closed' | 'failing' | 'open' | 'half_open' | 'paused'
  /** Time of the next probe, while `open`; otherwise `null`. */
  open_until: string | null
  /** Time of the pause; otherwise `null`. */
  paused_at: string | null
  /** Time of the first failure; otherwise `null`. */
  failing_since: string | null
  /** Latest error; `null` without one. */
  last_error: string | null
  /** Number of tasks of this store that are due or waiting for a retry. */
  tasks_waiting: number
}

export type CircuitTried = {
  circuit: Circuit
  /** The task that runs now. The others follow once it succeeds. */
  tried: string
}

export type SentNotificationList = {
  data: SentNotification[]
  /** Cursor of the next page; `null` on the last one. */
  next_cursor: string | null
  /** Time at which Puente paused notifications to the shop, which wait until you resume them; otherwise `null`. */
  paused_at: string | null
  /** Time of the first failure since the last accepted notification; `null` without one. */
  failing_since: string | null
  /** Latest error of the shop; `null` without one. */
  last_error: string | null
}

export type SentNotification = {
  id: string
  /** `webhook-id` header, equal for every delivery of the notification. */
  message_id: string
  type: string
  /** `waiting`: Puente sends or retries it. `told`: the shop accepted it. `left_out`: a later change made it obsolete before Puente sent it. `nobody_to_tell`: the store has no notify URL. `given_up`: Puente stopped retrying it. `missed`: its endpoint was disabled or removed. */
  state: 'waiting' | 'told' | 'left_out' | 'nobody_to_tell' | 'given_up' | 'missed'
  /** The shop's id of the order. */
  order_id: string | null
  /** Endpoint that receives it; `null` for the store's notify URL. */
  endpoint_id: string | null
  /** Number of tries so far. */
  tries: number
  /** Time of the next try; `null` without one. */
  next_try_at: string | null
  /**
   * Reason for waiting; `null` if it is running or has ended.
   * - `gateway`: Puente pauses requests to the gateway account, which was unreachable
   * - `store`: Puente pauses requests to the shop or endpoint, which was unreachable
   * - `settlement`: the gateway cannot refund the charge until it settles or its refund window opens
   * - `confirmation`: the gateway accepted it but does not show it yet, or its answer was lost and Puente is looking up the outcome
   * - `person`: a person must act; see the open alerts
   * - `thaw`: the store is frozen; Puente continues once a person thaws it
   * - `approval`: the refund is above the store's limit; a second person must approve it
   * - `schedule`: it is scheduled for later
   * - `retry`: it failed; Puente retries it after a delay
   * - `worker`: it is due, but no worker has claimed it yet
   */
  waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'thaw' | 'approval' | 'schedule' | 'retry' | 'worker' | null
  /** Latest time of the next attempt; `null` if unknown. A response from the gateway or the shop, or a manual retry, can bring it forward. */
  waiting_until: string | null
  /** Latest error; `null` without one. */
  last_error: string | null
  /** Id of the notification that this one resends; otherwise `null`. */
  resend_of: string | null
  created_at: string
  /** Time at which it left the state `waiting`; `null` before. */
  ended_at: string | null
}

export type NotificationsResumed = {
  /** Number of notifications resumed. */
  waiting: number
}

export type Feed = {
  store: {
    id: string
    environment: 'test' | 'live'
  }
  data: FeedEntry[]
  /** Value of `after` for the next page. */
  cursor: string
}

export type FeedEntry = {
  /** Value of `after` for the entries that follow this one. */
  cursor: string
  /** `puente`: a notification to the shop. `gateway`: an event of the gateway. */
  source: 'puente' | 'gateway'
  /** Id of the message, equal for every delivery. */
  id: string
  type: string | null
  /** The shop's id of the order, or the external reference in the gateway's event. */
  order_id: string | null
  at: string
  /** Body without card numbers and secrets: a notification with the current state of the order, or the gateway's event as received. */
  body: string
}

export type NotificationEndpoints = {
  data: NotificationEndpoint[]
  /** Maximum number of endpoints per store. */
  most: number
}

export type NotificationEndpoint = {
  id: string
  /** Address of the endpoint, without its login and query. */
  url: string
  description: string | null
  events: string[] | null
  /** First and last characters of the secret; `null` if Puente cannot decrypt it. */
  secret_hint: string | null
  /** Time until which Puente also signs with a replaced secret; `null` if there is none. */
  previous_until: string | null
  /** `enabled`: works. `failing`: has accepted nothing since `failing_since`. `disabled`: Puente sends it nothing. */
  state: 'enabled' | 'failing' | 'disabled'
  /** Time of the first failure since the last accepted notification; otherwise `null`. */
  failing_since: string | null
  /** Latest error; `null` without one. */
  last_error: string | null
  /** Time at which it was disabled; otherwise `null`. */
  disabled_at: string | null
  /** `failures`: Puente disabled it after five days without an accepted notification. `person`: a person disabled it. */
  disabled_by: 'failures' | 'person' | null
  /** Time since which the endpoint has missed notifications; `null` if it missed none, or after a replay. */
  missed_since: string | null
  created_at: string
}

export type AddedEndpoint = {
  id: string
  /** Address of the endpoint, without its login and query. */
  url: string
  description: string | null
  events: string[] | null
  /** First and last characters of the secret; `null` if Puente cannot decrypt it. */
  secret_hint: string | null
  /** Time until which Puente also signs with a replaced secret; `null` if there is none. */
  previous_until: string | null
  /** `enabled`: works. `failing`: has accepted nothing since `failing_since`. `disabled`: Puente sends it nothing. */
  state: 'enabled' | 'failing' | 'disabled'
  /** Time of the first failure since the last accepted notification; otherwise `null`. */
  failing_since: string | null
  /** Latest error; `null` without one. */
  last_error: string | null
  /** Time at which it was disabled; otherwise `null`. */
  disabled_at: string | null
  /** `failures`: Puente disabled it after five days without an accepted notification. `person`: a person disabled it. */
  disabled_by: 'failures' | 'person' | null
  /** Time since which the endpoint has missed notifications; `null` if it missed none, or after a replay. */
  missed_since: string | null
  created_at: string
  /** Secret that signs the notifications to the endpoint. Puente returns it only once. */
  secret: string
}

export type EndpointSecretRotated = {
  /** Secret that signs the notifications to the endpoint. Puente returns it only once. */
  secret: string
  previous_until: string
}

export type EndpointReplay = {
  /** Number of notifications, at most 10000. */
  notifications: number
  /** Number of orders that they report. */
  orders: number
  from: string
  to: string
}

export type WebhookHealth = {
  /** Webhook address to enter in the gateway's portal. */
  webhook_url: string
  /** Kinds of open alerts about webhooks: `webhooks_stopped` or `previous_secret_in_use`. */
  problems: string[]
  /** Last accepted delivery; `null` without one. */
  last_event: {
    at: string
    type: string | null
  } | null
  last_24_hours: {
    /** Number of accepted deliveries. */
    accepted: number
    /** Accepted deliveries by signing secret: `current` or `previous`. */
    accepted_by: { [name: string]: number }
    /** Number of accepted deliveries that repeat an earlier event. */
    repeated: number
    /** Number of deliveries refused because of their signature. */
    bad_signatures: number
    /** Refused deliveries by flaw of the signature: `missing`, `malformed`, `wrong`, `too-old` or `from-the-future`. */
    bad_signatures_by: { [name: string]: number }
    /** Share of refused deliveries, from 0 to 1. */
    bad_signature_rate: number
  }
  /** Deliveries of the last 24 hours whose header does not match the event id in the signed body. Puente uses the body's id. */
  event_ids: {
    /** Number of deliveries whose header names another event. */
    header_differs: number
    /** Number of deliveries without the header. */
    header_missing: number
    /** Number of deliveries with a valid signature, refused because their body has no readable id. */
    unreadable: number
  }
  /** Changes of payments whose event has not arrived. */
  gaps: {
    /** Number of changes found by polling whose event the gateway no longer retries. */
    missing: number
    /** Number of changes found by polling whose event may still arrive. */
    awaited: number
    newest: ({
      order_id: string | null
      payment_id: string
      state: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'expired' | 'disabled'
      /** `asking`: Puente polled the payment. `reconciliation`: a reconciliation found the change. */
      found_by: 'asking' | 'reconciliation'
      found_at: string
    })[]
  }
  secret: {
    /** Time until which the previous secret is valid; `null` without one. */
    previous_until: string | null
    /** Time of the last delivery signed with the current secret; `null` without one. */
    last_by_current_at: string | null
    /** Time of the last delivery signed with the previous secret; `null` without one. */
    last_by_previous_at: string | null
  }
}

export type WebhookSelfTest = {
  /** Whether the test event and the gateway's own deliveries arrive. `null`: the test event arrived, but the gateway has sent too few deliveries to decide (see `deliveries`). */
  passed: boolean | null
  /** Webhook address that received the test event. */
  url: string
  /** Stage at which the test event failed; `null` if it passed. */
  stopped_at: 'dns' | 'connection' | 'tls' | 'answer' | 'signature' | 'inbox' | 'worker' | null
  /** Whether the address answered. `null`: Puente could not send the test event. */
  reachable: boolean | null
  /** HTTP status of the response; `null` without one. */
  status: number | null
  /** Whether the signature was valid. `null`: the test failed before the check. */
  signature_accepted: boolean | null
  /** Reason for a failure and the next step; otherwise `null`. */
  detail: string | null
  /** Verdict on the gateway's latest deliveries. */
  deliveries: {
    /** `arriving`: Puente accepts the gateway's deliveries. `refused`: Puente refuses deliveries that may not come from the gateway. `failing`: see `cause`. `not_known`: too few deliveries to decide. */
    verdict: 'arriving' | 'refused' | 'failing' | 'not_known'
    /** Cause of the verdict `failing`; otherwise `null`. */
    cause: 'wrong_secret' | 'clock' | 'nothing_arrives' | null
    last_accepted_at: string | null
    /** Last refused delivery for each reason, newest first. */
    last_refused: ({
      at: string
      /** `missing`, `malformed`, `wrong`, `too-old` or `from-the-future`. A wrong secret that Puente knows is `former-secret` (of this store) or `other-store`. */
      reason: string
      /** Age of the signature in seconds, for `too-old` and `from-the-future` (negative); otherwise `null`. */
      seconds_off: number | null
    })[]
    /** Number of payment changes in the last week, found by polling, whose event has not arrived. */
    changed_without_event: number
    /** Summary, in the language of `Accept-Language`, or the store's. */
    text: string
    /** Recommended action; `null` if none is needed. */
    todo: string | null
  }
  /** Duration of the test event, in milliseconds. */
  took_ms: number
  /** Reasons why the gateway may not reach the address even though Puente does. */
  warnings: ('not_https' | 'not_public')[]
}

export type UpdateStoreRequest = {
  name?: string | undefined
  locale?: 'es' | 'en' | undefined
  /** `null` stops all notifications to the shop. */
  notify_url?: string | null | undefined
  orders_url?: string | null | undefined
  /** Policy settings to change; `null` resets a setting to its default. */
  policy?: { [name: string]: unknown } | undefined
}

export type RotateNotifySecretRequest = {
  /** Time until which the previous secret is valid, at most 30 days ahead. Defaults to one day from now. */
  until?: string | undefined
}

export type RotateWebhookSecretRequest = {
  /** Signing secret of the endpoint in the gateway's portal, of at least 16 characters. */
  webhook_secret: string
  /** Allows a webhook secret of fewer than 16 characters. Only owners can set it; the audit log records it. */
  allow_short?: boolean | undefined
  /** Time until which the previous secret is valid, at most 30 days ahead. Defaults to one day from now. */
  until?: string | undefined
}

export type RotateSecretKeyRequest = {
  /** New secret key for the same environment (`test` or `live`). Puente checks it at the gateway. */
  secret_key: string
  publishable_key?: string | undefined
}

export type ExportCustomerRequest = {
  customer: {
    email?: string | undefined
    /** Phone number. Puente compares only its digits. */
    phone?: string | undefined
    identity_number?: string | undefined
    /** The store's id of the customer, which finds their saved cards. */
    id?: string | undefined
    /** The store's ids of orders. */
    orders?: string[] | undefined
  }
}

export type EraseCustomerRequest = {
  customer: {
    email?: string | undefined
    /** Phone number. Puente compares only its digits. */
    phone?: string | undefined
    identity_number?: string | undefined
    /** The store's id of the customer, which finds their saved cards. */
    id?: string | undefined
    /** The store's ids of orders. */
    orders?: string[] | undefined
  }
}

export type ListPaymentLinksQuery = {
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ListPaymentRequestsQuery = {
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /**
   * - `open`: the customer can pay it
   * - `paid`: the customer paid it; its order says whether the money was refunded or needs attention
   * - `expired`: the customer did not pay it in time
   * - `refused`: the gateway refused it, for example because of its currency; no customer can pay it
   * - `cancelled`: the merchant cancelled it
   * - `paid_otherwise`: the merchant closed it because the customer paid without the gateway
   */
  state?: 'open' | 'paid' | 'expired' | 'refused' | 'cancelled' | 'paid_otherwise' | undefined
  /** `counter`: created at a counter; `request`: created by any other person or program. */
  source?: 'request' | 'counter' | undefined
  counter?: string | undefined
}

export type ListOrdersQuery = {
  status?: 'awaiting_payment' | 'payment_expired' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'on_hold' | 'cancelled' | undefined
  /** Order number in any common notation (`7001`, `#7001`, `N° 7001`). Each page lists exact matches first. */
  number?: string | undefined
  /** Created at this time or later. */
  created_from?: string | undefined
  /** Created before this time. */
  created_to?: string | undefined
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Order number in any common notation (`7001`, `#7001`, `N° 7001`), your id, an id of Puente or the gateway (payment, charge, transaction), the customer’s e-mail or words of their name, or the last four digits of a saved card. Replaces all other filters. Lists exact matches first, then the newest. */
  search?: string | undefined
}

export type ReadOrderQuery = {
  /** Also polls the gateway for a pending payment, or for the charge of a paid order, at most every few seconds. This response does not wait for the result; read the order again. */
  ask?: boolean | undefined
}

export type ReadReceiptQuery = {
  /** Payment whose receipt to read. Defaults to the effective payment. */
  payment_id?: string | undefined
}

export type ReadReceiptPdfQuery = {
  /** Payment whose receipt to read. Defaults to the effective payment. */
  payment_id?: string | undefined
  /** Language to request from the gateway. Defaults to that of `Accept-Language`, else the order's. */
  language?: 'es' | 'en' | undefined
}

export type ListSavedCardsQuery = {
  /** Identity number of the customer. Takes precedence over `email`. */
  identity_number?: string | undefined
  email?: string | undefined
}

export type ListProblemsQuery = {
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  state?: 'open' | 'closed' | 'all' | undefined
}

export type ListEventsQuery = {
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  state?: 'waiting' | 'handled' | 'given_up' | undefined
  type?: string | undefined
  /** Received at this time or later. */
  from?: string | undefined
  /** Received before this time. */
  to?: string | undefined
}

export type ListReconciliationsQuery = {
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ReadReconciliationQuery = {
  /** Restricts the list to differences with this action. */
  action?: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person' | undefined
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ListSettlementsQuery = {
  /** First day (Honduras time). */
  from: string
  /** Last day, inclusive. */
  to: string
}

export type ReadSettlementsCsvQuery = {
  /** First day (Honduras time). */
  from: string
  /** Last day, inclusive. */
  to: string
}

export type ListTasksQuery = {
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  state?: 'ready' | 'queued' | 'running' | 'done' | 'dead' | 'all' | undefined
  kind?: 'apply-gateway-event' | 'find-out-creation' | 'find-out-charge' | 'ask-gateway' | 'carry-out-refund' | 'expire-refund-approval' | 'end-time-to-pay' | 'reconcile' | 'sync-store-order' | 'offer-pay-link' | 'follow-store-changes' | 'keep-store-webhooks' | 'mail-owners' | 'mail-customer' | 'find-saved-card' | 'notify-saved-card' | 'notify-storefront' | 'notify-endpoint' | undefined
  /** The shop's id of an order. */
  order_id?: string | undefined
}

export type ListNotificationsQuery = {
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  state?: 'waiting' | 'told' | 'left_out' | 'nobody_to_tell' | 'given_up' | 'missed' | undefined
  /** The shop's id of an order. */
  order_id?: string | undefined
  /** Id of an endpoint. */
  endpoint_id?: string | undefined
}

export type ReadFeedQuery = {
  /** Entries to return: notifications to the shop, events of the gateway, or both. */
  events?: 'notifications' | 'gateway' | 'all' | undefined
  /** Cursor of the last entry received. */
  after?: string | undefined
  /** Where to start without `after`. `now` returns only entries that follow this request. */
  from?: 'beginning' | 'now' | undefined
  limit?: number | undefined
  /** Seconds to wait for an entry if none is available. */
  wait?: number | undefined
}

export type RotateEndpointSecretRequest = {
  /** Time until which the previous secret also signs, at most 30 days ahead. Defaults to one day from now. */
  until?: string | undefined
}

export type PreviewEndpointReplayQuery = {
  /** Start of the time range to replay, at most 30 days ago. */
  from: string
  /** End of the time range to replay. Defaults to now. */
  to?: string | undefined
  /** Also replays notifications that the endpoint accepted. */
  all?: string | undefined
}

/** Input and answer of each call, by its name in the OpenAPI document. */
export interface Operations {
  /** Read the store with its connection and masked secrets */
  readStore: {
    path: undefined
    query: undefined
    body: undefined
    answer: Store
  }
  /** Update a store; absent fields keep their values */
  updateStore: {
    path: undefined
    query: undefined
    body: UpdateStoreRequest
    answer: Store
  }
  /** Read the colour and the logo of customers' pages */
  readBrand: {
    path: undefined
    query: undefined
    body: undefined
    answer: StoreBrand
  }
  /** Change the colour or the logo of customers' pages; absent fields keep their values */
  updateBrand: {
    path: undefined
    query: undefined
    body: BrandChanges
    answer: StoreBrand
  }
  /** Rotate the notify secret; the previous secret also signs until a given time */
  rotateNotifySecret: {
    path: undefined
    query: undefined
    body: RotateNotifySecretRequest
    answer: NotifySecretRotated
  }
  /** Replace the gateway's signing secret; the previous secret stays valid until a given time */
  rotateWebhookSecret: {
    path: undefined
    query: undefined
    body: RotateWebhookSecretRequest
    answer: Store
  }
  /** Replace the secret key of the gateway account immediately */
  rotateSecretKey: {
    path: undefined
    query: undefined
    body: RotateSecretKeyRequest
    answer: Store
  }
  /** Send a signed test notification (`puente.test`) to the store's notify URL */
  testNotification: {
    path: undefined
    query: undefined
    body: undefined
    answer: EndpointTest
  }
  /** Export all data that Puente holds about a customer */
  exportCustomer: {
    path: undefined
    query: undefined
    body: ExportCustomerRequest
    answer: CustomerExport
  }
  /** Erase a customer's data, except amounts, states and ids that accounting needs */
  eraseCustomer: {
    path: undefined
    query: undefined
    body: EraseCustomerRequest
    answer: CustomerErasure
  }
  /** Create a checkout for an order */
  createCheckout: {
    path: undefined
    query: undefined
    body: CheckoutRequest
    answer: Checkout
  }
  /** List the payment links of the store, newest first */
  listPaymentLinks: {
    path: undefined
    query: ListPaymentLinksQuery
    body: undefined
    answer: PaymentLinks
  }
  /** Create a payment link for any number of customers */
  createPaymentLink: {
    path: undefined
    query: undefined
    body: NewPaymentLink
    answer: PaymentLink
  }
  /** Read a payment link with its places */
  readPaymentLink: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: PaymentLink
  }
  /** Change, close or reopen a payment link; absent fields keep their values */
  updatePaymentLink: {
    path: { id: string }
    query: undefined
    body: PaymentLinkChanges
    answer: PaymentLink
  }
  /** Request a payment without a shop's order */
  createPaymentRequest: {
    path: undefined
    query: undefined
    body: NewPaymentRequest
    answer: PaymentRequest
  }
  /** List payment requests, newest first */
  listPaymentRequests: {
    path: undefined
    query: ListPaymentRequestsQuery
    body: undefined
    answer: PaymentRequestList
  }
  /** Read a payment request */
  readPaymentRequest: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: PaymentRequest
  }
  /** Close a payment request that the customer paid without the gateway */
  closePaymentRequestAsPaidOtherwise: {
    path: { id: string }
    query: undefined
    body: PaidOtherwise
    answer: PaymentRequest
  }
  /** List orders, newest first */
  listOrders: {
    path: undefined
    query: ListOrdersQuery
    body: undefined
    answer: OrderList
  }
  /** Read an order and its payments */
  readOrder: {
    path: { id: string }
    query: ReadOrderQuery
    body: undefined
    answer: OrderWithPayments
  }
  /** List the timeline of an order, oldest first */
  readTimeline: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: Timeline
  }
  /** Cancel an unpaid order */
  cancelOrder: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: OrderWithPayment
  }
  /** Charge the card that the customer entered in the gateway's card fields */
  confirmOrder: {
    path: { id: string }
    query: undefined
    body: ConfirmRequest
    answer: ConfirmationOfOrder
  }
  /** Refund an order in full or in part */
  createRefund: {
    path: { id: string }
    query: undefined
    body: RefundRequest
    answer: RefundOfOrder
  }
  /** Cancel a waiting refund */
  cancelRefund: {
    path: { id: string; refund_id: string }
    query: undefined
    body: undefined
    answer: RefundOfOrder
  }
  /** Cancel a waiting refund by its Idempotency-Key */
  cancelRefundByKey: {
    path: { id: string }
    query: undefined
    body: RefundCancellation
    answer: RefundOfOrder
  }
  /** Resolve a refund with an unknown outcome */
  resolveRefund: {
    path: { id: string; refund_id: string }
    query: undefined
    body: RefundResolution
    answer: RefundOfOrder
  }
  /** Run the next step of an open refund now */
  tryRefund: {
    path: { id: string; refund_id: string }
    query: undefined
    body: undefined
    answer: RefundOfOrder
  }
  /** Get the gateway's receipt of an order, even after a void or refund */
  readReceipt: {
    path: { id: string }
    query: ReadReceiptQuery
    body: undefined
    answer: Receipt
  }
  /** Get the gateway's receipt as a PDF */
  readReceiptPdf: {
    path: { id: string }
    query: ReadReceiptPdfQuery
    body: undefined
    answer: Uint8Array
  }
  /** List a customer's saved cards */
  listSavedCards: {
    path: undefined
    query: ListSavedCardsQuery
    body: undefined
    answer: SavedCardList
  }
  /** Revoke a saved card */
  revokeSavedCard: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: SavedCardRevoked
  }
  /** List alerts, newest first */
  listProblems: {
    path: undefined
    query: ListProblemsQuery
    body: undefined
    answer: AlertList
  }
  /** Close an alert */
  closeProblem: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: Alert
  }
  /** List events of the gateway and the platform, newest first */
  listEvents: {
    path: undefined
    query: ListEventsQuery
    body: undefined
    answer: GatewayEventList
  }
  /** Read an event with its body */
  readEvent: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: GatewayEventWithBody
  }
  /** Replay an event that Puente gave up on */
  replayEvent: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: GatewayEvent
  }
  /** Start a reconciliation of gateway, database and store for a window of Honduras days, which repairs differences */
  beginReconciliation: {
    path: undefined
    query: undefined
    body: ReconciliationRequest
    answer: Reconciliation
  }
  /** List reconciliations, newest first */
  listReconciliations: {
    path: undefined
    query: ListReconciliationsQuery
    body: undefined
    answer: ReconciliationList
  }
  /** Read the report of a reconciliation */
  readReconciliation: {
    path: { id: string }
    query: ReadReconciliationQuery
    body: undefined
    answer: ReconciliationReport
  }
  /** Export the discrepancies of a reconciliation as CSV */
  readReconciliationCsv: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: string
  }
  /** Stop a running reconciliation */
  stopReconciliation: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: Reconciliation
  }
  /** Resume a stopped or failed reconciliation */
  resumeReconciliation: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: Reconciliation
  }
  /** List charges per Honduras day, in the database and at the gateway */
  listSettlements: {
    path: undefined
    query: ListSettlementsQuery
    body: undefined
    answer: SettlementList
  }
  /** Export settlements as CSV */
  readSettlementsCsv: {
    path: undefined
    query: ReadSettlementsCsvQuery
    body: undefined
    answer: string
  }
  /** List tasks, newest first */
  listTasks: {
    path: undefined
    query: ListTasksQuery
    body: undefined
    answer: TaskList
  }
  /** Read a task with its failures and its reason for waiting */
  readTask: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: Task
  }
  /** Retry a waiting task now, even if its circuit is open */
  tryTask: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: Task
  }
  /** Replay a dead task */
  replayTask: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: Task
  }
  /** Replay the dead tasks that match a filter */
  replayTasks: {
    path: undefined
    query: undefined
    body: ReplayRequest
    answer: Replayed
  }
  /** List the circuits of the gateway account and the shop */
  listCircuits: {
    path: undefined
    query: undefined
    body: undefined
    answer: CircuitList
  }
  /** Probe the gateway account (`gateway`) or the shop (`store`) now: one waiting task runs, and the others follow if it succeeds */
  tryCircuit: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: CircuitTried
  }
  /** List notifications, newest first */
  listNotifications: {
    path: undefined
    query: ListNotificationsQuery
    body: undefined
    answer: SentNotificationList
  }
  /** Resend a notification under the same `webhook-id` */
  resendNotification: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: SentNotification
  }
  /** Resume notifications to a paused or failing shop, oldest first */
  resumeNotifications: {
    path: undefined
    query: undefined
    body: undefined
    answer: NotificationsResumed
  }
  /** Follow notifications to the shop and events of the gateway, oldest first */
  readFeed: {
    path: undefined
    query: ReadFeedQuery
    body: undefined
    answer: Feed
  }
  /** List the endpoints that receive notifications besides the store's notify URL */
  listEndpoints: {
    path: undefined
    query: undefined
    body: undefined
    answer: NotificationEndpoints
  }
  /** Create an endpoint, which receives notifications of changes from now on */
  createEndpoint: {
    path: undefined
    query: undefined
    body: NewEndpoint
    answer: AddedEndpoint
  }
  /** Read an endpoint */
  readEndpoint: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: NotificationEndpoint
  }
  /** Change, disable or enable an endpoint; absent fields keep their values */
  updateEndpoint: {
    path: { id: string }
    query: undefined
    body: EndpointChanges
    answer: NotificationEndpoint
  }
  /** Delete an endpoint and its secret; its waiting notifications end as `missed` */
  deleteEndpoint: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: NotificationEndpoint
  }
  /** Rotate the secret of an endpoint; the previous secret also signs until a given time */
  rotateEndpointSecret: {
    path: { id: string }
    query: undefined
    body: RotateEndpointSecretRequest
    answer: EndpointSecretRotated
  }
  /** Send a signed test notification (`puente.test`) to an endpoint, even a disabled one */
  testEndpoint: {
    path: { id: string }
    query: undefined
    body: undefined
    answer: EndpointTest
  }
  /** Count the notifications that a replay would send */
  previewEndpointReplay: {
    path: { id: string }
    query: PreviewEndpointReplayQuery
    body: undefined
    answer: EndpointReplay
  }
  /** Resend the notifications that an endpoint missed since a given time, with the same message ids */
  replayToEndpoint: {
    path: { id: string }
    query: undefined
    body: ReplayToEndpoint
    answer: EndpointReplay
  }
  /** Read the health of the gateway's webhooks */
  readWebhookHealth: {
    path: undefined
    query: undefined
    body: undefined
    answer: WebhookHealth
  }
  /** Send a test event to the store's webhook address, and check the gateway's latest deliveries */
  testWebhooks: {
    path: undefined
    query: undefined
    body: undefined
    answer: WebhookSelfTest
  }
}

/** Method, path and format of the answer of each call. */
export const OPERATIONS = {
  readStore: { method: 'GET', path: '/v1/store', answer: 'json' },
  updateStore: { method: 'PATCH', path: '/v1/store', answer: 'json' },
  readBrand: { method: 'GET', path: '/v1/store/brand', answer: 'json' },
  updateBrand: { method: 'PATCH', path: '/v1/store/brand', answer: 'json' },
  rotateNotifySecret: { method: 'POST', path: '/v1/store/secrets/notify-secret/rotate', answer: 'json' },
  rotateWebhookSecret: { method: 'POST', path: '/v1/store/secrets/webhook-secret/rotate', answer: 'json' },
  rotateSecretKey: { method: 'POST', path: '/v1/store/secrets/secret-key/rotate', answer: 'json' },
  testNotification: { method: 'POST', path: '/v1/store/test-notification', answer: 'json' },
  exportCustomer: { method: 'POST', path: '/v1/personal-data/export', answer: 'json' },
  eraseCustomer: { method: 'POST', path: '/v1/personal-data/erase', answer: 'json' },
  createCheckout: { method: 'POST', path: '/v1/checkouts', answer: 'json' },
  listPaymentLinks: { method: 'GET', path: '/v1/payment-links', answer: 'json' },
  createPaymentLink: { method: 'POST', path: '/v1/payment-links', answer: 'json' },
  readPaymentLink: { method: 'GET', path: '/v1/payment-links/{id}', answer: 'json' },
  updatePaymentLink: { method: 'PATCH', path: '/v1/payment-links/{id}', answer: 'json' },
  createPaymentRequest: { method: 'POST', path: '/v1/payment-requests', answer: 'json' },
  listPaymentRequests: { method: 'GET', path: '/v1/payment-requests', answer: 'json' },
  readPaymentRequest: { method: 'GET', path: '/v1/payment-requests/{id}', answer: 'json' },
  closePaymentRequestAsPaidOtherwise: { method: 'POST', path: '/v1/payment-requests/{id}/paid-otherwise', answer: 'json' },
  listOrders: { method: 'GET', path: '/v1/orders', answer: 'json' },
  readOrder: { method: 'GET', path: '/v1/orders/{id}', answer: 'json' },
  readTimeline: { method: 'GET', path: '/v1/orders/{id}/timeline', answer: 'json' },
  cancelOrder: { method: 'POST', path: '/v1/orders/{id}/cancel', answer: 'json' },
  confirmOrder: { method: 'POST', path: '/v1/orders/{id}/confirm', answer: 'json' },
  createRefund: { method: 'POST', path: '/v1/orders/{id}/refunds', answer: 'json' },
  cancelRefund: { method: 'POST', path: '/v1/orders/{id}/refunds/{refund_id}/cancel', answer: 'json' },
  cancelRefundByKey: { method: 'POST', path: '/v1/orders/{id}/refunds/cancel', answer: 'json' },
  resolveRefund: { method: 'POST', path: '/v1/orders/{id}/refunds/{refund_id}/resolve', answer: 'json' },
  tryRefund: { method: 'POST', path: '/v1/orders/{id}/refunds/{refund_id}/try', answer: 'json' },
  readReceipt: { method: 'GET', path: '/v1/orders/{id}/receipt', answer: 'json' },
  readReceiptPdf: { method: 'GET', path: '/v1/orders/{id}/receipt.pdf', answer: 'bytes' },
  listSavedCards: { method: 'GET', path: '/v1/saved-cards', answer: 'json' },
  revokeSavedCard: { method: 'DELETE', path: '/v1/saved-cards/{id}', answer: 'json' },
  listProblems: { method: 'GET', path: '/v1/alerts', answer: 'json' },
  closeProblem: { method: 'POST', path: '/v1/alerts/{id}/close', answer: 'json' },
  listEvents: { method: 'GET', path: '/v1/events', answer: 'json' },
  readEvent: { method: 'GET', path: '/v1/events/{id}', answer: 'json' },
  replayEvent: { method: 'POST', path: '/v1/events/{id}/replay', answer: 'json' },
  beginReconciliation: { method: 'POST', path: '/v1/reconciliations', answer: 'json' },
  listReconciliations: { method: 'GET', path: '/v1/reconciliations', answer: 'json' },
  readReconciliation: { method: 'GET', path: '/v1/reconciliations/{id}', answer: 'json' },
  readReconciliationCsv: { method: 'GET', path: '/v1/reconciliations/{id}/report.csv', answer: 'text' },
  stopReconciliation: { method: 'POST', path: '/v1/reconciliations/{id}/stop', answer: 'json' },
  resumeReconciliation: { method: 'POST', path: '/v1/reconciliations/{id}/resume', answer: 'json' },
  listSettlements: { method: 'GET', path: '/v1/settlements', answer: 'json' },
  readSettlementsCsv: { method: 'GET', path: '/v1/settlements.csv', answer: 'text' },
  listTasks: { method: 'GET', path: '/v1/tasks', answer: 'json' },
  readTask: { method: 'GET', path: '/v1/tasks/{id}', answer: 'json' },
  tryTask: { method: 'POST', path: '/v1/tasks/{id}/try', answer: 'json' },
  replayTask: { method: 'POST', path: '/v1/tasks/{id}/replay', answer: 'json' },
  replayTasks: { method: 'POST', path: '/v1/tasks/replay', answer: 'json' },
  listCircuits: { method: 'GET', path: '/v1/circuits', answer: 'json' },
  tryCircuit: { method: 'POST', path: '/v1/circuits/{id}/try', answer: 'json' },
  listNotifications: { method: 'GET', path: '/v1/notifications', answer: 'json' },
  resendNotification: { method: 'POST', path: '/v1/notifications/{id}/resend', answer: 'json' },
  resumeNotifications: { method: 'POST', path: '/v1/notifications/resume', answer: 'json' },
  readFeed: { method: 'GET', path: '/v1/feed', answer: 'json' },
  listEndpoints: { method: 'GET', path: '/v1/endpoints', answer: 'json' },
  createEndpoint: { method: 'POST', path: '/v1/endpoints', answer: 'json' },
  readEndpoint: { method: 'GET', path: '/v1/endpoints/{id}', answer: 'json' },
  updateEndpoint: { method: 'PATCH', path: '/v1/endpoints/{id}', answer: 'json' },
  deleteEndpoint: { method: 'DELETE', path: '/v1/endpoints/{id}', answer: 'json' },
  rotateEndpointSecret: { method: 'POST', path: '/v1/endpoints/{id}/secret/rotate', answer: 'json' },
  testEndpoint: { method: 'POST', path: '/v1/endpoints/{id}/test', answer: 'json' },
  previewEndpointReplay: { method: 'GET', path: '/v1/endpoints/{id}/replay', answer: 'json' },
  replayToEndpoint: { method: 'POST', path: '/v1/endpoints/{id}/replay', answer: 'json' },
  readWebhookHealth: { method: 'GET', path: '/v1/webhook-health', answer: 'json' },
  testWebhooks: { method: 'POST', path: '/v1/webhook-health/self-test', answer: 'json' },
} as const

/** The codes of the errors that Puente answers. */
export const ERROR_CODES = [
  'idempotency_key_in_use',
  'idempotency_key_required',
  'idempotency_key_reused',
  'internal_error',
  'invalid_fields',
  'invalid_json',
  'method_not_allowed',
  'not_allowed',
  'not_found',
  'rate_limited',
  'rotated_too_often',
  'store_disabled',
  'store_frozen',
  'too_busy',
  'too_large',
  'try_again',
  'wrong_api_key',
  'wrong_platform',
  'fresh_sign_in_needed',
  'second_factor_needed',
  'second_factor_required',
  'passkey_of_another_origin',
  'passkey_refused',
  'too_many_passkeys',
  'second_factor_on',
  'not_signed_in',
  'too_many_sign_ins',
  'wrong_origin',
  'wrong_sign_in',
  'last_owner',
  'member_already',
  'has_orders',
  'already_paid_at_gateway',
  'card_declined',
  'card_fields_not_set_up',
  'card_page_not_set_up',
  'charge_unresolved',
  'no_charge_known',
  'no_such_order',
  'no_such_saved_card',
  'order_already_paid',
  'mail_not_set_up',
  'nothing_to_mail',
  'customer_erased',
  'order_cancelled',
  'order_id_reused',
  'order_not_charged',
  'saved_cards_disabled',
  'token_refused',
  'gateway_address_wrong',
  'gateway_key_refused',
  'gateway_unreachable',
  'gateway_unreadable',
  'refused_by_gateway',
  'no_such_refund',
  'no_such_refund_at_gateway',
  'refund_above_day_limit',
  'refund_above_limit',
  'refund_above_rest',
  'refund_awaits_approval',
  'refund_done',
  'refund_given_back_already',
  'refund_key_refused',
  'refund_not_found_at_gateway',
  'refund_not_awaiting_approval',
  'refund_not_in_question',
  'refund_not_paid',
  'refund_not_refundable_yet',
  'refund_nothing_left',
  'refund_own_request',
  'refund_refused',
  'refund_refused_by_gateway',
  'refund_transaction_not_shown',
  'refund_under_way',
  'refund_unreadable_at_gateway',
  'refund_voided',
  'refund_withdrawn',
  'wrong_currency',
  'endpoint_disabled',
  'too_many_endpoints',
  'event_handled',
  'nothing_waits',
  'reconciliation_running',
  'reconciliation_state',
  'task_dead',
  'task_done',
  'task_done_by_replay',
  'task_not_dead',
  'task_under_way',
  'clock_differs',
  'keys_not_awaited',
  'not_signed',
  'replayed_call',
  'session_token_refused',
  'shop_silent',
  'too_many_connections',
  'unknown_store',
  'wrong_signature',
] as const

/** Data of each notification, by its type. */
export interface NotificationData {
  /** An order was paid */
  'order.paid': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** A card was declined, and the order can still be paid; or the gateway refused the order for the reason in `last_payment_error` */
  'order.payment_failed': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** A payment expired or was closed */
  'order.payment_expired': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** An unpaid order expired, and the store cancels such orders (`on_expiry`) */
  'order.cancelled': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** An order was refunded in part */
  'order.partially_refunded': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** An order was refunded in full */
  'order.refunded': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** A charge was voided before settlement */
  'order.voided': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** The payments of an order need attention; `conflict` has the reason */
  'order.attention_required': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** The payments of an order changed in a way that no other event reports: a conflict ended, a duplicate charge was refunded, or another payment became the effective one */
  'order.updated': {
    order: Order
    payment: Payment | null
    /** All charged payments of the order, including both of an order paid twice. `order.effective_payment_id` names the one that pays the order. */
    payments: Payment[]
    /** Voids and refunds, oldest first. */
    refunds: RefundSnapshot[]
  }
  /** Request for the status of orders */
  'orders.requested': {
    /** The shop's ids of the orders. */
    order_ids: string[]
  }
  /** Notification of a card that a customer saved at the gateway */
  'payment_method.saved': {
    payment_method: SavedCard
  }
}

/** The types of notifications. */
export const NOTIFICATION_TYPES = [
  'order.paid',
  'order.payment_failed',
  'order.payment_expired',
  'order.cancelled',
  'order.partially_refunded',
  'order.refunded',
  'order.voided',
  'order.attention_required',
  'order.updated',
  'orders.requested',
  'payment_method.saved',
] as const

/** The answer to `orders.requested`. */
export type RequestedOrders = {
  orders: ({
    id: string
    status: 'unpaid' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled'
    /** Decimal string. */
    amount?: string | undefined
    /** Alphabetic ISO 4217 code. Required with an amount. */
    currency?: string | undefined
    refunded_amount?: string | undefined
  })[]
}
