/**
 * Every `code` of a problem that anything answers over HTTP, by what it is about. Callers branch on
 * them: one is added, none is renamed.
 */
export const PROBLEM_CODES = [
  // Any request.
  'idempotency_key_required',
  'idempotency_key_reused',
  'internal_error',
  'invalid_fields',
  'invalid_json',
  'not_found',
  'store_disabled',
  'too_large',
  'try_again',
  'wrong_api_key',
  // Orders and what pays them.
  'card_declined',
  'card_fields_not_set_up',
  'card_page_not_set_up',
  'charge_unresolved',
  'no_such_order',
  'no_such_saved_card',
  'order_already_paid',
  'order_cancelled',
  'order_id_reused',
  'order_not_charged',
  'saved_cards_disabled',
  'token_refused',
  // The gateway.
  'gateway_address_wrong',
  'gateway_key_refused',
  'gateway_unreachable',
  'refused_by_gateway',
  // Refunds.
  'no_such_refund',
  'refund_above_rest',
  'refund_done',
  'refund_given_back_already',
  'refund_key_refused',
  'refund_not_found_at_gateway',
  'refund_not_paid',
  'refund_not_refundable_yet',
  'refund_nothing_left',
  'refund_refused',
  'refund_refused_by_gateway',
  'refund_transaction_not_shown',
  'refund_under_way',
  'refund_unreadable_at_gateway',
  'refund_voided',
  'refund_withdrawn',
  'wrong_currency',
  // Tasks and reconciliations.
  'nothing_waits',
  'reconciliation_running',
  'reconciliation_state',
  'task_dead',
  'task_done',
  'task_done_by_replay',
  'task_not_dead',
  'task_under_way',
  // Connecting a shop, and what its own program sends.
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

export type ProblemCode = (typeof PROBLEM_CODES)[number]
