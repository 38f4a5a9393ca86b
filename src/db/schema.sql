-- The tables of Puente, in schema `puente`. Read from top to bottom. The meaning of columns stands at
-- their types in tables/*.ts. Instants are UTC, amounts are minor units of their currency.
-- docs/database.md has the picture.

-- ── What the installation is ────────────────────────────────────────────────────────────────

-- This installation: the name of its jobs, and what the sealing keys have to open. One row.
CREATE TABLE installation (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  id text NOT NULL,
  sealed_check text
);
INSERT INTO installation (id)
  VALUES (substr(md5(random()::text || clock_timestamp()::text), 1, 12));

-- How far the test clock is ahead of real time. One row; not in production.
CREATE TABLE test_clock (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  offset_ms bigint NOT NULL
);
INSERT INTO test_clock (offset_ms) VALUES (0);

-- When each recurring piece of work is due next.
CREATE TABLE schedules (
  name text PRIMARY KEY,
  next_at timestamptz NOT NULL
);

-- ── Stores ──────────────────────────────────────────────────────────────────────────────────

-- A tenant: a connected storefront with its sealed credentials, its gateway account and its
-- policy.
CREATE TABLE stores (
  id text PRIMARY KEY,
  name text NOT NULL,
  platform text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  locale text NOT NULL CHECK (locale IN ('es', 'en')),
  sealed_secret_key text NOT NULL,
  publishable_key text,
  sealed_webhook_secret text NOT NULL,
  sealed_previous_webhook_secret text,
  previous_webhook_secret_until timestamptz,
  notify_url text,
  sealed_notify_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  policy jsonb NOT NULL DEFAULT '{}',
  gateway_account text,
  orders_url text,
  connection jsonb NOT NULL DEFAULT '{}',
  sealed_connection text,
  connected_at timestamptz NOT NULL,
  sealed_previous_notify_secret text,
  previous_notify_secret_until timestamptz,
  disabled_at timestamptz,
  removed_at timestamptz
);

-- A key of a store for the merchant API, as a hash.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  name text NOT NULL,
  hash text NOT NULL UNIQUE,
  hint text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_of_store ON api_keys (store_id, created_at);

-- A connection of a store that somebody began and has not finished.
CREATE TABLE begun_connections (
  token_hash text PRIMARY KEY,
  store_id text NOT NULL,
  platform text NOT NULL,
  step text NOT NULL,
  begun_by text NOT NULL,
  details jsonb NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Up to when the changes of a store's orders have been read.
CREATE TABLE store_cursors (
  store_id text PRIMARY KEY REFERENCES stores,
  changed_until timestamptz NOT NULL,
  walk_since timestamptz,
  walk_position text,
  CHECK ((walk_since IS NULL) = (walk_position IS NULL))
);

-- The nonce of a signed call, so that it is taken once.
CREATE TABLE seen_calls (
  store_id text NOT NULL,
  nonce text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, nonce)
);
CREATE INDEX seen_calls_by_age ON seen_calls (seen_at);

-- What a platform asked about personal data, once it was carried out or handed on.
CREATE TABLE privacy_requests (
  source text NOT NULL,
  message_id text NOT NULL,
  store_id text NOT NULL,
  topic text NOT NULL,
  outcome text NOT NULL,
  orders integer NOT NULL,
  received_at timestamptz NOT NULL,
  handled_at timestamptz NOT NULL,
  PRIMARY KEY (source, store_id, message_id)
);

-- ── Orders and their payments ───────────────────────────────────────────────────────────────

-- An order of a store, as last read, and what its facts amount to.
CREATE TABLE orders (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  external_id text NOT NULL,
  number text,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  description text,
  customer jsonb NOT NULL,
  metadata jsonb NOT NULL,
  locale text NOT NULL,
  success_url text,
  cancel_url text,
  status text NOT NULL,
  conflict text,
  pay_token text NOT NULL UNIQUE,
  current_payment_id text,
  paid_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  checkout_mode text NOT NULL DEFAULT 'hosted',
  payable_until timestamptz,
  time_over_at timestamptz,
  cancelled_by text,
  people_erased_at timestamptz,
  fingerprint text,
  request_number integer NOT NULL DEFAULT 0,
  last_payment_error jsonb,
  follows_reader boolean NOT NULL DEFAULT false,
  UNIQUE (store_id, external_id)
);
CREATE INDEX orders_by_age ON orders (store_id, id DESC);
CREATE INDEX orders_by_creation ON orders (store_id, created_at, id);
CREATE INDEX orders_by_number ON orders (store_id, number, id DESC) WHERE number IS NOT NULL;

-- One payment at the gateway for an order: intent, idempotency key, state and amounts. An order
-- has one or more; the effective one is orders.current_payment_id.
CREATE TABLE payments (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  order_id text NOT NULL REFERENCES orders,
  attempt integer NOT NULL,
  mode text NOT NULL,
  state text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  idempotency_key text NOT NULL UNIQUE,
  request jsonb NOT NULL,
  claimed_by integer,
  claimed_until timestamptz,
  gateway_payment_id bigint,
  checkout_url text,
  transaction_id text,
  total_minor bigint,
  service_fee_minor bigint,
  refunded_minor bigint NOT NULL DEFAULT 0,
  last_asked_at timestamptz,
  expires_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  payment_method_id text,
  decline jsonb,
  charge_id text,
  sales_tax_minor bigint,
  tip_minor bigint,
  next_ask_at timestamptz,
  pending_update jsonb,
  request_number integer NOT NULL DEFAULT 0,
  previous_payment_id text,
  UNIQUE (order_id, attempt),
  UNIQUE (store_id, gateway_payment_id)
);
CREATE INDEX payments_by_card_page ON payments (store_id, created_at) WHERE mode = 'card_page';
CREATE INDEX payments_by_charge ON payments (store_id, paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX payments_by_creation ON payments (store_id, created_at, id);
CREATE INDEX payments_to_ask ON payments (next_ask_at) WHERE next_ask_at IS NOT NULL;

ALTER TABLE orders ADD CONSTRAINT orders_current_payment_id_fkey FOREIGN KEY (current_payment_id) REFERENCES payments(id) DEFERRABLE INITIALLY DEFERRED;

-- A customer's consent to keep the card of an order.
CREATE TABLE save_card_requests (
  order_id text PRIMARY KEY REFERENCES orders,
  store_id text NOT NULL,
  external_customer_id text NOT NULL,
  identity text NOT NULL,
  known_method_ids jsonb NOT NULL,
  requested_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE INDEX save_card_requests_by_identity ON save_card_requests (identity, requested_at);

-- What happened to an order, by which actor, in order. Append-only, one partition a month.
CREATE TABLE timeline (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  order_id text NOT NULL,
  payment_id text,
  kind text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (at, seq)
) PARTITION BY RANGE (at);
-- Rows of a month that has no partition.
CREATE TABLE timeline_other PARTITION OF timeline DEFAULT;
CREATE INDEX timeline_of_order ON timeline (order_id, seq);

-- ── Refunds ─────────────────────────────────────────────────────────────────────────────────

-- One request to give money back: a void or a refund, where it came from, and every time it was
-- sent.
CREATE TABLE refunds (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  order_id text NOT NULL REFERENCES orders,
  payment_id text NOT NULL REFERENCES payments,
  origin text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('void', 'refund')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  reason text,
  state text NOT NULL,
  idempotency_key text,
  request_hash text,
  requested_at timestamptz,
  refusal jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  done_at timestamptz,
  accepted_at timestamptz,
  sends jsonb NOT NULL DEFAULT '[]',
  readings jsonb NOT NULL DEFAULT '[]',
  needs_attention text,
  UNIQUE (store_id, idempotency_key)
);
CREATE INDEX refunds_of_order ON refunds (order_id);

-- What an event of the gateway said of one refund, each event once.
CREATE TABLE refund_events (
  payment_id text NOT NULL REFERENCES payments,
  event_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (payment_id, event_id)
);

-- ── The inbox: webhooks ─────────────────────────────────────────────────────────────────────

-- A kept webhook of the gateway or of a platform, byte for byte, and what became of it. One
-- partition a month.
CREATE TABLE events (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  month date NOT NULL,
  source text NOT NULL,
  store_id text NOT NULL,
  message_id text NOT NULL,
  body bytea NOT NULL,
  received_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'received',
  outcome text,
  handled_at timestamptz,
  topic text,
  happened_at timestamptz,
  PRIMARY KEY (month, store_id, source, message_id)
) PARTITION BY RANGE (month);
-- Rows of a month that has no partition.
CREATE TABLE events_other PARTITION OF events DEFAULT;
CREATE INDEX events_unhandled ON events (state, seq) WHERE state <> 'handled';

-- How many deliveries a store got within an hour, by result.
CREATE TABLE webhook_counts (
  store_id text NOT NULL,
  hour timestamptz NOT NULL,
  result text NOT NULL,
  detail text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (store_id, hour, result, detail)
);

-- The last accepted delivery of a store.
CREATE TABLE webhook_latest (
  store_id text PRIMARY KEY,
  at timestamptz NOT NULL,
  type text,
  by_current_secret_at timestamptz,
  by_previous_secret_at timestamptz
);

-- The last delivery of a store that was refused for its signature, by what was wrong with it.
CREATE TABLE webhook_refusals (
  store_id text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  age_seconds bigint,
  PRIMARY KEY (store_id, reason)
);

-- A change of a payment that was found at the gateway before its event had come.
CREATE TABLE webhook_gaps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id text NOT NULL,
  order_id text NOT NULL,
  payment_id text NOT NULL,
  state text NOT NULL,
  found_by text NOT NULL,
  found_at timestamptz NOT NULL,
  event_came_at timestamptz,
  UNIQUE (payment_id, state)
);
CREATE INDEX webhook_gaps_open ON webhook_gaps (store_id, found_at) WHERE event_came_at IS NULL;

-- ── The outbox: tasks ───────────────────────────────────────────────────────────────────────

-- What must still happen, written with the change that caused it. The row owns tries and times.
CREATE TABLE tasks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  store_id text NOT NULL,
  order_id text,
  unique_key text UNIQUE,
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'ready',
  run_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  claims integer NOT NULL DEFAULT 0,
  handed_at timestamptz,
  process_id integer,
  last_error text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  needs text NOT NULL DEFAULT 'db' CHECK (needs IN ('db', 'gateway', 'shop')),
  replay_of bigint REFERENCES tasks ON DELETE SET NULL,
  note text,
  out_of_reach boolean NOT NULL DEFAULT false,
  passes_circuit boolean NOT NULL DEFAULT false,
  released_at timestamptz,
  in_turn boolean NOT NULL DEFAULT false
);
CREATE INDEX tasks_dead ON tasks (store_id, id DESC) WHERE state = 'dead';
CREATE INDEX tasks_in_hand ON tasks (needs, store_id) WHERE state IN ('queued', 'running');
CREATE INDEX tasks_in_turn ON tasks (store_id)
  WHERE in_turn AND state IN ('ready', 'queued', 'running');
CREATE UNIQUE INDEX tasks_live_replay ON tasks (replay_of)
  WHERE replay_of IS NOT NULL AND state IN ('ready', 'queued', 'running');
CREATE INDEX tasks_looks_waiting ON tasks (store_id, kind)
  WHERE state IN ('ready', 'queued') AND kind IN ('look-at-store-order', 'follow-store-changes', 'keep-store-webhooks');
CREATE INDEX tasks_of_order ON tasks (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX tasks_of_store ON tasks (store_id, id DESC);
CREATE INDEX tasks_passing ON tasks (run_at) WHERE state = 'ready' AND passes_circuit;
CREATE INDEX tasks_ready ON tasks (needs, store_id, run_at, id) WHERE state = 'ready';
CREATE INDEX tasks_replays ON tasks (replay_of) WHERE replay_of IS NOT NULL;
CREATE INDEX tasks_under_way ON tasks (handed_at) WHERE state IN ('queued', 'running');

-- One failed try of a task.
CREATE TABLE task_failures (
  task_id bigint NOT NULL REFERENCES tasks ON DELETE CASCADE,
  try integer NOT NULL,
  at timestamptz NOT NULL,
  retry text NOT NULL,
  detail text NOT NULL,
  PRIMARY KEY (task_id, try)
);

-- The key of a task that retention deleted, as its SHA-256: it is not made a second time.
CREATE TABLE spent_task_keys (
  digest bytea PRIMARY KEY,
  spent_at timestamptz NOT NULL
);

-- A store or a gateway account that has failed lately; one that answers has no row.
CREATE TABLE circuits (
  name text PRIMARY KEY,
  failures integer NOT NULL,
  openings integer NOT NULL,
  open_until timestamptz,
  failing_since timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paused_at timestamptz,
  last_error text,
  asked_until timestamptz,
  half_opened_at timestamptz
);

-- Who notifies a store of an order at this moment.
CREATE TABLE notification_leases (
  order_id text PRIMARY KEY,
  process_id integer NOT NULL,
  until timestamptz NOT NULL
);

-- The time that the latest notification about an order bears.
CREATE TABLE message_times (
  order_id text PRIMARY KEY,
  at timestamptz NOT NULL
);

-- ── What a person sees ──────────────────────────────────────────────────────────────────────

-- What a person should look at, with one action.
CREATE TABLE alerts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  order_id text REFERENCES orders,
  kind text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz
);
CREATE INDEX alerts_by_age ON alerts (store_id, id DESC);
CREATE INDEX alerts_of_order ON alerts (order_id) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX alerts_open ON alerts (store_id, kind, subject) WHERE closed_at IS NULL;

-- ── Reconciliation ──────────────────────────────────────────────────────────────────────────

-- A run that compares the gateway, the database and the store for a window of days.
CREATE TABLE reconciliations (
  id text PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  store_id text NOT NULL REFERENCES stores,
  trigger text NOT NULL CHECK (trigger IN ('schedule', 'demand')),
  from_day text NOT NULL,
  to_day text NOT NULL,
  dry boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'stopped', 'done', 'failed')),
  reason text,
  "position" jsonb NOT NULL,
  version integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  counts jsonb NOT NULL,
  store_side text NOT NULL,
  totals jsonb,
  page_token text NOT NULL UNIQUE,
  started_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX reconciliations_by_age ON reconciliations (store_id, id DESC);
CREATE UNIQUE INDEX reconciliations_nightly ON reconciliations (to_day, store_id)
  WHERE trigger = 'schedule';
CREATE UNIQUE INDEX reconciliations_running ON reconciliations (store_id) WHERE state = 'running';

-- A difference that a run found, and what it did about it.
CREATE TABLE discrepancies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
  kind text NOT NULL,
  subject text NOT NULL,
  order_id text REFERENCES orders,
  payment_id text REFERENCES payments,
  gateway_payment_id bigint,
  details jsonb NOT NULL,
  action text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL,
  settled_at timestamptz,
  UNIQUE (run_id, kind, subject)
);
CREATE INDEX discrepancies_of_run ON discrepancies (run_id, id);
CREATE INDEX discrepancies_open ON discrepancies (run_id, id) WHERE action = 'found';

-- Which payments a run has seen at the gateway.
CREATE TABLE reconciliation_seen (
  run bigint NOT NULL,
  gateway_payment_id bigint NOT NULL,
  PRIMARY KEY (run, gateway_payment_id)
);

-- The sums of a run, by the days of creation and of charge.
CREATE TABLE reconciliation_sums (
  run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
  created_day text NOT NULL,
  charged_day text NOT NULL,
  currency text NOT NULL,
  ours boolean NOT NULL,
  payments bigint NOT NULL,
  charged_minor bigint NOT NULL,
  voided_minor bigint NOT NULL,
  refunded_minor bigint NOT NULL,
  fees_minor bigint,
  PRIMARY KEY (run_id, created_day, charged_day, currency, ours)
);

-- Which run compared a day of a store last.
CREATE TABLE reconciled_days (
  store_id text NOT NULL REFERENCES stores,
  day text NOT NULL,
  run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
  PRIMARY KEY (store_id, day)
);

-- A payment of the gateway account that no order of the store explains.
CREATE TABLE foreign_payments (
  store_id text NOT NULL REFERENCES stores,
  gateway_payment_id bigint NOT NULL,
  PRIMARY KEY (store_id, gateway_payment_id)
);
