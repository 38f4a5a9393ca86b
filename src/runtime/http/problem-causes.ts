import type { ProblemCode } from './problem-codes.ts'

export interface ProblemCause {
  cause: string
  cure: string
}

const WAIT_FOR_REFUND = 'Look at the refund again in a few minutes; do not ask for another one.'
const SIGNED_BY_PLUGIN = 'Connect the shop again from its plugin.'

/** The public code keeps an old term. */
const REFUND_CANCELLED = 'refund_withdrawn'

export const PROBLEM_CAUSES: Readonly<Record<ProblemCode, ProblemCause>> = {
  idempotency_key_required: {
    cause: 'The `Idempotency-Key` header is missing, empty, or longer than 191 characters.',
    cure: 'Send a key of your own, a new one for each thing that you ask for.',
  },
  idempotency_key_reused: {
    cause: 'This key asked for something else before.',
    cure: 'Use a new key for a new request, and the old one only to repeat the old request.',
  },
  internal_error: {
    cause: 'Puente met something that it does not expect.',
    cure: 'Send the same request again. If it stays so, look for its `request_id` in the log.',
  },
  invalid_fields: {
    cause: 'Fields are missing, unknown, or not as the API has them.',
    cure: 'Correct what `errors` names.',
  },
  invalid_json: { cause: 'The body is not JSON.', cure: 'Send JSON, as UTF-8.' },
  not_allowed: {
    cause: 'The API key is in force, and was not given the scope that the route needs.',
    cure: 'Use a key that has it, or make one: `npm run stores -- keys create --id STORE --name NAME --scopes …`.',
  },
  not_found: {
    cause: 'The store has nothing of that id, or there is no such address.',
    cure: 'Compare the id and the path with the API reference (`/docs`).',
  },
  last_owner: {
    cause: 'Nobody would be left who owns the organization.',
    cure: 'Make somebody else an owner first.',
  },
  member_already: {
    cause: 'The invited person belongs to the organization already.',
    cure: 'Change their role instead.',
  },
  has_orders: {
    cause: 'Demo data are for an installation without orders.',
    cure: 'Nothing: look at the orders that there are.',
  },
  not_signed_in: {
    cause: 'The session cookie is missing, has expired, or was revoked.',
    cure: 'Sign in again.',
  },
  fresh_sign_in_needed: {
    cause:
      'Inviting owners, creating API keys, changing secrets and large refunds require a password or a sign-in within the last 15 minutes.',
    cure: 'Send the password (`POST /auth/confirm`) or sign in again, then repeat the request.',
  },
  too_many_sign_ins: {
    cause:
      'This network, browser or session sent too many wrong passwords, or the account received too many from all networks. The account need not exist.',
    cure: 'Wait as long as `Retry-After` says; `puente users unlock` ends it for an account at once.',
  },
  wrong_origin: {
    cause:
      'The request changes something and did not come from a page of Puente: its `Origin` is another one or missing, or its body is no JSON.',
    cure: 'Open Puente at its `PUBLIC_URL`; from a script, use an API key.',
  },
  wrong_sign_in: {
    cause: 'There is no account of this e-mail, or the password is another one.',
    cure: 'Try again; an owner, or `puente users reset`, gives a link for a new password.',
  },
  rotated_too_often: {
    cause: 'Eight secrets before this one were promised to be good until a time that has not come.',
    cure: 'Rotate it again from the time that `detail` names.',
  },
  store_disabled: {
    cause: 'An administrator has disabled the store. Payments that are under way go on.',
    cure: 'Enable it: `npm run stores -- enable --id STORE`.',
  },
  too_busy: {
    cause: 'More requests came in at once than this process takes.',
    cure: 'Send the same request again after `Retry-After`.',
  },
  too_large: { cause: 'The body has too many bytes.', cure: 'Send less in one request.' },
  try_again: {
    cause: 'The database did not answer, or somebody else was changing the same thing.',
    cure: 'Send the same request again; nothing is done twice.',
  },
  wrong_api_key: {
    cause: 'The API key is missing, unknown or revoked.',
    cure: 'Send `Authorization: Bearer KEY` with a key of the store (`npm run stores -- keys --id STORE`).',
  },
  wrong_platform: {
    cause: 'The API key is of a store of another platform than the route is for.',
    cure: 'Use a route that is for stores of this platform.',
  },
  already_paid_at_gateway: {
    cause:
      'The gateway charged the order with a payment that Puente does not know, and its alert `payment_without_order` is open. The usual reason is a restored database.',
    cure: 'Find the payment that `detail` names in the gateway’s portal. Deliver the order, or refund the payment; closing the alert allows the checkout.',
  },
  card_declined: {
    cause: 'The processor declined the card; `decline_code` says why.',
    cure: 'Show `customer_message`, and let the customer pay with another card.',
  },
  card_fields_not_set_up: {
    cause:
      'The store has no publishable key, or Puente does not know where the gateway confirms cards.',
    cure: 'Give the store one (`npm run stores -- update --id STORE --publishable-key`), or set `GATEWAY_EMBED_BASE_URL`, as `detail` says.',
  },
  card_page_not_set_up: {
    cause:
      'The card page lacks the store’s publishable key, an https `PUBLIC_URL`, or addresses of the gateway.',
    cure: 'Set what `detail` names.',
  },
  charge_unresolved: {
    cause:
      'The answer to an earlier charge of the order was lost, and Puente is finding out what became of it.',
    cure: 'Send the same request again later. Nothing was charged now.',
  },
  no_charge_known: {
    cause: 'Of a request that was sent twice, neither has charged the order as far as is known.',
    cure: 'Let the customer type the card in.',
  },
  no_such_order: { cause: 'The store has no order of that id.', cure: 'Correct the id.' },
  no_such_saved_card: {
    cause: 'The customer has no saved card of that reference, or it was revoked.',
    cure: 'Read the saved cards again, or take a new card.',
  },
  order_already_paid: {
    cause: 'Money was taken for the order.',
    cure: 'Do not charge it again; to give the money back, refund it.',
  },
  order_cancelled: {
    cause: 'The order was cancelled.',
    cure: 'Send it under another id to have it paid.',
  },
  order_id_reused: {
    cause: 'Puente knows another order of this id: a restored shop gives ids out again.',
    cure: 'Place the order anew, so that it gets another id.',
  },
  order_not_charged: {
    cause: 'The order has no charge, so that there is no receipt.',
    cure: 'Ask for the receipt once the order is paid.',
  },
  saved_cards_disabled: {
    cause: 'The gateway account may not charge saved cards (mode 3A).',
    cure: 'Ask the gateway to enable them for the account.',
  },
  token_refused: {
    cause: 'The token of the card fields was used before, or is not valid. Nothing was charged.',
    cure: 'Mount the card fields again: the customer types the card once more.',
  },
  gateway_address_wrong: {
    cause: 'What answers at the address of the gateway is not its API.',
    cure: 'Correct `GATEWAY_BASE_URL`.',
  },
  gateway_key_refused: {
    cause: 'The gateway does not accept the secret key of the store.',
    cure: 'Connect the store with its current key: `npm run stores -- update --id STORE --secret-key -`.',
  },
  gateway_unreachable: {
    cause: 'The gateway did not answer, or its answer was lost.',
    cure: 'Send the same request again; nothing is done twice.',
  },
  gateway_unreadable: {
    cause: 'What the gateway says of a payment makes no sense.',
    cure: "Look at the payment in the gateway's portal, and ask the gateway.",
  },
  refused_by_gateway: {
    cause: 'The gateway refused the request; `detail` has its words.',
    cure: 'Correct what it names; the same request is refused again.',
  },
  no_such_refund: { cause: 'The order has no refund of that id.', cure: 'Correct the id.' },
  no_such_refund_at_gateway: {
    cause: 'The gateway’s portal shows no unmatched refund of this amount or more.',
    cure: 'Answer `refund_anyway`, or cancel the refund.',
  },
  refund_above_day_limit: {
    cause:
      'With what was asked for on this day of Honduras, more would be refunded, or voided, than the API key or the person may refund in a day.',
    cure: 'Have somebody refund it who may refund more, or wait for the next day. Nothing was refunded.',
  },
  refund_above_limit: {
    cause: 'More would be refunded, or voided, than the API key or the person may refund at once.',
    cure: 'Have somebody refund it who may refund more. Nothing was refunded.',
  },
  refund_above_rest: {
    cause: 'The amount is more than what is left of the charge.',
    cure: 'Ask for what `detail` says is left, or less.',
  },
  refund_done: {
    cause: 'The refund has given its money back, so that it cannot be cancelled.',
    cure: 'There is nothing to do.',
  },
  refund_given_back_already: {
    cause: 'The charge was refunded in another way.',
    cure: 'There is nothing to give back; compare the payment in the gateway’s portal.',
  },
  refund_key_refused: {
    cause: 'The gateway does not accept the store’s secret key for this refund.',
    cure: 'Give the store its current key (`npm run stores -- update`), and ask for the refund under a new idempotency key.',
  },
  refund_not_found_at_gateway: {
    cause: 'The gateway does not know the charge by the store’s key.',
    cure: 'See whether the store is connected with the account that took the money.',
  },
  refund_not_in_question: {
    cause: 'The refund does not await an answer, or has ended.',
    cure: 'There is nothing to do.',
  },
  refund_not_paid: { cause: 'The order is not paid.', cure: 'Refund it once it is paid.' },
  refund_not_refundable_yet: {
    cause: 'The gateway does not take a refund of this charge yet.',
    cure: 'Ask again later, under a new idempotency key.',
  },
  refund_nothing_left: {
    cause: 'All of the charge was refunded.',
    cure: 'There is nothing to do.',
  },
  refund_refused: {
    cause: 'The gateway refused the refund; `detail` has its words.',
    cure: 'Give the money back in another way, or ask the gateway for help.',
  },
  refund_refused_by_gateway: {
    cause: 'The gateway refused the refund for good; `detail` has its words.',
    cure: 'Give the money back in another way, or ask the gateway for help.',
  },
  refund_transaction_not_shown: {
    cause: 'The gateway does not show the transaction that would be refunded.',
    cure: 'Look for the payment in the gateway’s portal, and ask the gateway.',
  },
  refund_under_way: {
    cause: 'A refund of the order is being made.',
    cure: WAIT_FOR_REFUND,
  },
  refund_unreadable_at_gateway: {
    cause: 'The gateway shows the payment in a way that Puente does not understand.',
    cure: 'Compare the payment in the gateway’s portal, and ask the gateway.',
  },
  refund_voided: {
    cause: 'The charge was voided: the customer was not charged.',
    cure: 'There is nothing to do.',
  },
  [REFUND_CANCELLED]: {
    cause: 'The refund was cancelled before it was made, and gave nothing back.',
    cure: 'Ask for a new one, under a new idempotency key.',
  },
  wrong_currency: {
    cause: 'The payment was made in another currency.',
    cure: 'Ask for an amount in the currency that the title names.',
  },
  event_handled: {
    cause:
      'The event had its effect, or rightly none, so that handling it again would change nothing.',
    cure: 'Nothing. An event that was given up (`state: given_up`) can be replayed.',
  },
  nothing_waits: {
    cause: 'No task waits for the gateway or store that was to be tried.',
    cure: 'There is nothing to do.',
  },
  reconciliation_running: {
    cause: 'A reconciliation of the store is under way; there is one at a time.',
    cure: 'Wait until it has ended, or stop it.',
  },
  reconciliation_state: {
    cause: 'The run is not in a state in which this can be done; `detail` says in which it is.',
    cure: 'Read the run (`GET /v1/reconciliations/{id}`), or begin another one.',
  },
  task_dead: {
    cause: 'The task was given up.',
    cure: 'Replay it: `POST /v1/tasks/{id}/replay`.',
  },
  task_done: { cause: 'The task is done.', cure: 'There is nothing to do.' },
  task_done_by_replay: {
    cause: 'A replay of the task has done it.',
    cure: 'There is nothing to do.',
  },
  task_not_dead: {
    cause: 'Only a task that was given up is replayed; this one still goes on by itself.',
    cure: 'Wait for it, or have it tried now: `POST /v1/tasks/{id}/try`.',
  },
  task_under_way: {
    cause: 'The task is being tried at this moment.',
    cure: 'Look at it again in a moment.',
  },
  clock_differs: {
    cause: 'The signature bears another time than Puente’s clock, `server_time`.',
    cure: 'Set the clock of the shop’s server right.',
  },
  keys_not_awaited: {
    cause: 'Nobody waits for these keys: the connection was finished, or took too long.',
    cure: 'Begin the connection again.',
  },
  not_signed: { cause: 'The call of a plugin bears no signature.', cure: SIGNED_BY_PLUGIN },
  replayed_call: {
    cause: 'The same signed call came before.',
    cure: 'Sign each call anew; whoever was cut off sends it again with a new signature.',
  },
  session_token_refused: {
    cause: 'The session token of the shop’s page is missing, too old, or of another app.',
    cure: 'Load the page again. If it stays so, compare the app’s client id and secret.',
  },
  shop_silent: {
    cause: 'The shop could not be asked about the order.',
    cure: 'Send the same request again; see that the shop answers.',
  },
  too_many_connections: {
    cause: 'Too many connections were begun within the last hour.',
    cure: 'Try again in an hour.',
  },
  unknown_store: {
    cause: 'The call names a store that Puente does not know, or that was disconnected.',
    cure: SIGNED_BY_PLUGIN,
  },
  wrong_signature: {
    cause: 'The signature is not the one that the store’s secret makes.',
    cure: SIGNED_BY_PLUGIN,
  },
}
