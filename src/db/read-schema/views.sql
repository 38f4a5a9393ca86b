-- Views for analysts. Columns are a promise: never rename, remove, reorder or retype one; add new ones at
-- the end. Money is in major units, `day` is the Honduras day of the charge. No view holds personal data,
-- secrets or raw webhooks.
CREATE OR REPLACE VIEW puente_read.stores AS
SELECT id AS store_id, name, platform, environment, organization_id, created_at
FROM puente.stores;

CREATE OR REPLACE VIEW puente_read.orders AS
SELECT id AS order_id, store_id, external_id, number, status, conflict,
  puente_read.amount(amount_minor, currency) AS amount, currency, locale, checkout_mode,
  current_payment_id, cancelled_by, created_at, paid_at, cancelled_at, updated_at,
  source
FROM puente.orders;

CREATE OR REPLACE VIEW puente_read.payments AS
SELECT id AS payment_id, order_id, payments.store_id, attempt, mode, state,
  puente_read.amount(amount_minor, currency) AS amount,
  puente_read.amount(total_minor, currency) AS total,
  puente_read.amount(service_fee_minor, currency) AS service_fee,
  puente_read.amount(sales_tax_minor, currency) AS sales_tax,
  puente_read.amount(tip_minor, currency) AS tip,
  puente_read.amount(refunded_minor, currency) AS refunded,
  currency, gateway_payment_id, transaction_id, brand AS card_brand, last_four AS card_last_four,
  decline ->> 'code' AS decline_code, decline_count, declined_at, created_at, expires_at, paid_at,
  (paid_at AT TIME ZONE 'UTC' - interval '6 hours')::date AS day, updated_at
FROM puente.payments
LEFT JOIN puente.known_cards ON known_cards.store_id = payments.store_id
  AND known_cards.payment_method_id = payments.payment_method_id;

CREATE OR REPLACE VIEW puente_read.refunds AS
SELECT id AS refund_id, payment_id, order_id, store_id, origin, kind, state,
  puente_read.amount(amount_minor, currency) AS amount, currency,
  refusal ->> 'code' AS refusal_code, created_at, requested_at, done_at, updated_at
FROM puente.refunds;

-- The type of a gateway event stands in its body, which a stranger may have written.
CREATE OR REPLACE VIEW puente_read.events AS
SELECT 'evt_' || seq AS event_id, source, store_id, message_id,
  COALESCE(topic, substring(encode(body, 'escape') FROM '"type"\s*:\s*"([a-z0-9_.]{1,100})"')) AS type,
  state, outcome, happened_at, received_at, handled_at
FROM puente.events;

CREATE OR REPLACE VIEW puente_read.notifications AS
SELECT 'tsk_' || id AS notification_id, payload ->> 'messageId' AS message_id, store_id, order_id,
  CASE kind WHEN 'notify-saved-card' THEN 'payment_method.saved' ELSE payload ->> 'type' END AS type,
  CASE
    WHEN state IN ('ready', 'queued', 'running') THEN 'waiting'
    WHEN state = 'dead' THEN 'given_up'
    WHEN note = 'left-out' THEN 'left_out'
    WHEN note = 'nobody-to-tell' THEN 'nobody_to_tell'
    ELSE 'told'
  END AS state,
  tries, 'tsk_' || replay_of AS resend_of, created_at, ended_at
FROM puente.tasks
WHERE kind IN ('notify-storefront', 'notify-saved-card');

CREATE OR REPLACE VIEW puente_read.settlements AS
WITH recorded AS (
  SELECT store_id, (paid_at AT TIME ZONE 'UTC' - interval '6 hours')::date AS day, currency,
    count(*) AS payments,
    sum(COALESCE(total_minor, amount_minor))::bigint AS charged,
    COALESCE(sum(COALESCE(total_minor, amount_minor)) FILTER (WHERE state = 'voided'), 0)::bigint AS voided,
    COALESCE(sum(refunded_minor) FILTER (WHERE state <> 'voided'), 0)::bigint AS refunded,
    (sum(service_fee_minor) FILTER (WHERE state <> 'voided'))::bigint AS fees
  FROM puente.payments
  WHERE paid_at IS NOT NULL AND state IN ('paid', 'partially_refunded', 'refunded', 'voided')
  GROUP BY 1, 2, 3
), gateway AS (
  SELECT days.store_id, charged_day::date AS day, currency, sum(payments)::bigint AS payments,
    sum(charged_minor)::bigint AS charged, sum(voided_minor)::bigint AS voided,
    sum(refunded_minor)::bigint AS refunded, sum(fees_minor)::bigint AS fees
  FROM puente.reconciliation_sums sums
  JOIN puente.reconciled_days days ON days.run_id = sums.run_id AND days.day = sums.created_day
  WHERE ours
  GROUP BY 1, 2, 3
)
SELECT store_id, day, currency,
  COALESCE(recorded.payments, 0) AS puente_payments,
  puente_read.amount(COALESCE(recorded.charged, 0), currency) AS puente_charged,
  puente_read.amount(COALESCE(recorded.voided, 0), currency) AS puente_voided,
  puente_read.amount(COALESCE(recorded.refunded, 0), currency) AS puente_refunded,
  puente_read.amount(recorded.fees, currency) AS puente_fees,
  puente_read.amount(COALESCE(recorded.charged - recorded.voided - recorded.refunded
    - COALESCE(recorded.fees, 0), 0), currency) AS puente_net,
  gateway.payments AS gateway_payments,
  puente_read.amount(gateway.charged, currency) AS gateway_charged,
  puente_read.amount(gateway.voided, currency) AS gateway_voided,
  puente_read.amount(gateway.refunded, currency) AS gateway_refunded,
  puente_read.amount(gateway.fees, currency) AS gateway_fees,
  puente_read.amount(gateway.charged - gateway.voided - gateway.refunded
    - COALESCE(gateway.fees, 0), currency) AS gateway_net
FROM recorded FULL JOIN gateway USING (store_id, day, currency);
