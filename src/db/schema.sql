-- Puente's tables, in the order in which a reader meets them. docs/database.md has a picture.
-- Tables of a platform stand with its adapter. Unqualified names mean the schema `puente`.
-- Money is in minor units of its currency; every instant is UTC.

-- A store: a connected storefront with its gateway account, its sealed credentials and its policy.
CREATE TABLE stores (
  id text PRIMARY KEY,
  name text NOT NULL,
  -- A store that is connected with no platform named is a shop of the merchant's own.
  platform text NOT NULL DEFAULT 'headless',
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  locale text NOT NULL CHECK (locale IN ('es', 'en')),
  policy jsonb NOT NULL DEFAULT '{}',

  -- Its gateway account. Stores of one account share its circuit.
  gateway_account text,
  publishable_key text,
  sealed_secret_key text NOT NULL,
  sealed_webhook_secret text NOT NULL,
  sealed_previous_webhook_secret text,
  previous_webhook_secret_until timestamptz,

  -- How the storefront is reached. A notify secret that was replaced goes on signing for a while.
  connection jsonb NOT NULL DEFAULT '{}',
  sealed_connection text,
  notify_url text,
  orders_url text,
  sealed_notify_secret text NOT NULL,
  sealed_previous_notify_secret text,
  previous_notify_secret_until timestamptz,

  created_at timestamptz NOT NULL,
  -- When it was connected last, whatever else was changed of it since.
  connected_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  disabled_at timestamptz,
  removed_at timestamptz,

  -- How long its platform takes to hear of a failed refund by itself; NULL: it is never notified.
  failed_refund_notice_ms integer
);

-- A key with which a store calls the API. Only its hash is kept.
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

-- An order of a store, as Puente last read it.
CREATE TABLE orders (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  external_id text NOT NULL,
  number text,
  -- Tells the order from another one to which its store gives the same id later.
  fingerprint text,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  description text,
  customer jsonb NOT NULL,
  metadata jsonb NOT NULL,

  -- Its pages. With `follows_reader` they are in the language of their reader (`locale: auto`).
  locale text NOT NULL,
  follows_reader boolean NOT NULL DEFAULT false,
  success_url text,
  cancel_url text,
  pay_token text NOT NULL UNIQUE,
  -- Where the pay link leads, and until when the card page takes a card.
  checkout_mode text NOT NULL DEFAULT 'hosted',
  payable_until timestamptz,
  -- An order on the card page has no payment that expires, so its own end is written here.
  time_over_at timestamptz,

  -- What the facts of the order amount to, and which payment is the effective one.
  status text NOT NULL,
  conflict text,
  current_payment_id text,
  -- Why the order cannot be paid as it is.
  last_payment_error jsonb,
  request_number integer NOT NULL DEFAULT 0,

  paid_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text,
  people_erased_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (store_id, external_id)
)
-- Its status changes some times, and no index holds what changes: there is room on a page for all orders
-- of it to be paid at once.
WITH (fillfactor = 45);
CREATE INDEX orders_by_age ON orders (store_id, id DESC);
CREATE INDEX orders_by_number ON orders (store_id, number, id DESC) WHERE number IS NOT NULL;
CREATE INDEX orders_by_creation ON orders (store_id, created_at, id);

-- One gateway payment for an order. The row is written before the gateway is asked.
CREATE TABLE payments (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  order_id text NOT NULL REFERENCES orders,
  attempt integer NOT NULL,
  mode text NOT NULL,
  state text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,

  -- The request to the gateway, the key that makes it safe to repeat, and who is sending it.
  idempotency_key text NOT NULL UNIQUE,
  request jsonb NOT NULL,
  request_number integer NOT NULL DEFAULT 0,
  claimed_by integer,
  claimed_until timestamptz,
  payment_method_id text,
  -- What a request changes of the order, until the gateway has accepted it.
  pending_update jsonb,
  previous_payment_id text,

  -- What the gateway said.
  gateway_payment_id bigint,
  checkout_url text,
  charge_id text,
  transaction_id text,
  decline jsonb,
  total_minor bigint,
  sales_tax_minor bigint,
  service_fee_minor bigint,
  tip_minor bigint,
  refunded_minor bigint NOT NULL DEFAULT 0,

  -- When the gateway is asked about a payment of which nothing was heard.
  last_asked_at timestamptz,
  next_ask_at timestamptz,
  expires_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (order_id, attempt),
  UNIQUE (store_id, gateway_payment_id)
)
-- As with orders.
WITH (fillfactor = 45);
CREATE INDEX payments_by_creation ON payments (store_id, created_at, id);
-- By the pages that hold charges of a day: what is paid need not be entered into every other index anew.
CREATE INDEX payments_by_charge ON payments
  USING brin (paid_at timestamptz_minmax_multi_ops) WITH (autosummarize = on);
CREATE INDEX payments_to_ask ON payments (next_ask_at) WHERE next_ask_at IS NOT NULL;
-- Counts the cards that were declined lately on the card pages of a store.
CREATE INDEX payments_by_card_page ON payments (store_id, created_at) WHERE mode = 'card_page';
ALTER TABLE orders
  ADD FOREIGN KEY (current_payment_id) REFERENCES payments DEFERRABLE INITIALLY DEFERRED;

-- A customer of a store who wants the card of this order kept. Two customers with one `identity` (a
-- hash of the name under which the gateway lists cards) are told apart by this.
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

-- One request to give money back, of kind `void` or `refund`, whoever asked for it.
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

  -- How often the gateway was asked and what it answered, and how it showed the payment while the
  -- outcome was not known.
  sends jsonb NOT NULL DEFAULT '[]',
  readings jsonb NOT NULL DEFAULT '[]',
  needs_attention text,
  refusal jsonb,

  requested_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  done_at timestamptz,
  UNIQUE (store_id, idempotency_key)
);
CREATE INDEX refunds_of_order ON refunds (order_id);

-- What an event of the gateway said of a single refund of a payment.
CREATE TABLE refund_events (
  payment_id text NOT NULL REFERENCES payments,
  event_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (payment_id, event_id)
);

-- The inbox: one inbound webhook of the gateway or of a platform, raw. It only grows, so it is partitioned by
-- month and retention drops old months whole. An id is unique within a month. A repetition in the next
-- month is handled again, which changes nothing: states only advance.
CREATE TABLE inbox (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  month date NOT NULL,
  source text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  topic text,
  body bytea NOT NULL,
  happened_at timestamptz,
  received_at timestamptz NOT NULL,
  -- What differs most comes first: the comparisons of the index end there.
  PRIMARY KEY (message_id, store_id, source, month)
) PARTITION BY RANGE (month);
CREATE INDEX inbox_by_seq ON inbox (seq);
CREATE TABLE inbox_other PARTITION OF inbox DEFAULT;

-- What of the inbox waits to be handled: `received`, or `queued` as a task of its own. The row goes when
-- that is done, so that handling a webhook changes nothing of it and copies no body.
CREATE TABLE inbox_waiting (
  seq bigint NOT NULL,
  month date NOT NULL,
  source text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'received',
  PRIMARY KEY (state, source, store_id, seq)
-- It is empty most of the time: giving its pages back would lock it, and take the planner in.
) WITH (vacuum_truncate = off);

-- What became of what was handled.
CREATE TABLE inbox_outcomes (
  seq bigint NOT NULL,
  month date NOT NULL,
  outcome text NOT NULL,
  handled_at timestamptz NOT NULL,
  PRIMARY KEY (seq, month)
) PARTITION BY RANGE (month);
CREATE TABLE inbox_outcomes_other PARTITION OF inbox_outcomes DEFAULT;

-- A webhook with what became of it, for whoever looks at one.
CREATE VIEW events AS
SELECT inbox.*, COALESCE(inbox_waiting.state, 'handled') AS state, outcome, handled_at
FROM inbox
LEFT JOIN inbox_waiting USING (source, store_id, seq)
LEFT JOIN inbox_outcomes ON inbox_outcomes.month = inbox.month AND inbox_outcomes.seq = inbox.seq;

-- The outbox: something that must still happen, written with the change that caused it.
CREATE TABLE tasks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- Notifications are claimed and ended by sets, everything else goes one by one over the job queue.
  by_sets boolean GENERATED ALWAYS AS (kind = 'notify-storefront') STORED,
  store_id text NOT NULL,
  order_id text,
  unique_key text UNIQUE,
  -- No second task is written while one with the same key waits: it would see no more.
  waiting_key text,
  payload jsonb NOT NULL,
  note text,
  -- Whom it needs. What needs the gateway or a shop waits while the circuit of that is open.
  needs text NOT NULL DEFAULT 'db' CHECK (needs IN ('db', 'gateway', 'shop')),

  state text NOT NULL DEFAULT 'ready',
  run_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  last_error text,
  claims integer NOT NULL DEFAULT 0,
  handed_at timestamptz,
  process_id integer,
  out_of_reach boolean NOT NULL DEFAULT false,
  passes_circuit boolean NOT NULL DEFAULT false,
  released_at timestamptz,
  -- It waited for a shop that refused Puente, and goes out after those before it.
  in_turn boolean NOT NULL DEFAULT false,
  -- A replay outlives the task that it runs again.
  replay_of bigint REFERENCES tasks ON DELETE SET NULL,

  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
-- Workers claim store by store, so that the many tasks of one do not hold up the few of another.
CREATE INDEX tasks_ready ON tasks (by_sets, needs, store_id, run_at, id) WHERE state = 'ready';
CREATE INDEX tasks_passing ON tasks (run_at) WHERE state = 'ready' AND passes_circuit;
CREATE INDEX tasks_in_hand ON tasks (by_sets, needs, store_id) WHERE state IN ('queued', 'running');
CREATE INDEX tasks_in_turn ON tasks (store_id)
  WHERE in_turn AND state IN ('ready', 'queued', 'running');
CREATE INDEX tasks_dead ON tasks (store_id, id DESC) WHERE state = 'dead';
CREATE INDEX tasks_of_store ON tasks (store_id, id DESC);
CREATE INDEX tasks_of_order ON tasks (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX tasks_replays ON tasks (replay_of) WHERE replay_of IS NOT NULL;
-- A task is replayed once at a time, however many people ask for it.
CREATE UNIQUE INDEX tasks_live_replay ON tasks (replay_of)
  WHERE replay_of IS NOT NULL AND state IN ('ready', 'queued', 'running');
CREATE INDEX tasks_waiting ON tasks (waiting_key)
  WHERE waiting_key IS NOT NULL AND state IN ('ready', 'queued');

-- A try of a task that failed.
CREATE TABLE task_failures (
  task_id bigint NOT NULL REFERENCES tasks ON DELETE CASCADE,
  try integer NOT NULL,
  at timestamptz NOT NULL,
  retry text NOT NULL,
  detail text NOT NULL,
  PRIMARY KEY (task_id, try)
);

-- The key of a notification whose task retention deleted, so that no store is notified twice.
CREATE TABLE spent_task_keys (digest bytea PRIMARY KEY, spent_at timestamptz NOT NULL);

-- What happened to an order, in order. It only grows, so it is partitioned by month like the inbox.
CREATE TABLE timeline (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  order_id text NOT NULL,
  payment_id text,
  kind text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (order_id, seq, at)
) PARTITION BY RANGE (at);
CREATE TABLE timeline_other PARTITION OF timeline DEFAULT;

-- Something that a person should look at.
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
-- One is open for one thing, however often Puente meets that.
CREATE UNIQUE INDEX alerts_open ON alerts (store_id, kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_by_age ON alerts (store_id, id DESC);
CREATE INDEX alerts_of_order ON alerts (order_id) WHERE closed_at IS NULL;

-- A run that compares the gateway, the database and the store over a window of Honduras days.
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
  position jsonb NOT NULL,
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
-- A store has one at a time, and one a night.
CREATE UNIQUE INDEX reconciliations_running ON reconciliations (store_id) WHERE state = 'running';
CREATE UNIQUE INDEX reconciliations_nightly ON reconciliations (to_day, store_id)
  WHERE trigger = 'schedule';

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

-- A payment of the gateway that a run has seen, so that pages that shift count nothing twice and a run
-- goes on where it was killed.
CREATE TABLE reconciliation_seen (
  run bigint NOT NULL,
  gateway_payment_id bigint NOT NULL,
  PRIMARY KEY (run, gateway_payment_id)
);

-- What a run saw at the gateway, by the days of creation and of charge.
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

-- The latest run that went through all payments that were created on a day.
CREATE TABLE reconciled_days (
  store_id text NOT NULL REFERENCES stores,
  day text NOT NULL,
  run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
  PRIMARY KEY (store_id, day)
);

-- A payment of the gateway account that no order of ours explains. A run reports it once.
CREATE TABLE foreign_payments (
  store_id text NOT NULL REFERENCES stores,
  gateway_payment_id bigint NOT NULL,
  PRIMARY KEY (store_id, gateway_payment_id)
);

-- A connection that somebody has begun and not finished. A store may have several: whoever begins one
-- does not end that of another.
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

-- Until when the changes of a store's orders are known, and where a walk through them that was cut
-- short goes on.
CREATE TABLE store_cursors (
  store_id text PRIMARY KEY REFERENCES stores,
  changed_until timestamptz NOT NULL,
  walk_since timestamptz,
  walk_position text,
  CHECK ((walk_since IS NULL) = (walk_position IS NULL))
);

-- A signed call of a store's plugin. One that comes a second time is a replay.
CREATE TABLE seen_calls (
  store_id text NOT NULL,
  nonce text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, nonce)
);
CREATE INDEX seen_calls_by_age ON seen_calls (seen_at);

-- The lease of the process that notifies a store of an order, for platforms that take one write at a
-- time.
CREATE TABLE notification_leases (
  order_id text PRIMARY KEY,
  process_id integer NOT NULL,
  until timestamptz NOT NULL
);

-- The time of an order's latest notification. Of two the later one is right, also after a clock was
-- set back.
CREATE TABLE message_times (order_id text PRIMARY KEY, at timestamptz NOT NULL);

-- The circuit breaker of a gateway account or of a store.
CREATE TABLE circuits (
  name text PRIMARY KEY,
  failures integer NOT NULL,
  openings integer NOT NULL,
  open_until timestamptz,
  half_opened_at timestamptz,
  asked_until timestamptz,
  paused_at timestamptz,
  last_error text,
  failing_since timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- When a schedule is due next.
CREATE TABLE schedules (name text PRIMARY KEY, next_at timestamptz NOT NULL);

-- How many deliveries of the gateway a store got in an hour, by their result.
CREATE TABLE webhook_counts (
  store_id text NOT NULL,
  hour timestamptz NOT NULL,
  result text NOT NULL,
  detail text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (store_id, hour, result, detail)
);

-- The latest delivery to a store that was accepted, and the latest that each of its secrets signed.
CREATE TABLE webhook_latest (
  store_id text PRIMARY KEY,
  at timestamptz NOT NULL,
  type text,
  by_current_secret_at timestamptz,
  by_previous_secret_at timestamptz
);

-- The latest delivery to a store that was refused for its signature, and how old it said to be.
CREATE TABLE webhook_refusals (
  store_id text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  age_seconds bigint,
  PRIMARY KEY (store_id, reason)
);

-- A change of a payment that Puente found by asking before the event of it had come.
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

-- What a platform asked about the personal data of people, and what became of it.
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

-- This installation. Its id tells its job queues from those of others on the same Redis. A start with
-- sealing keys that do not open `sealed_check` stops at once.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id text NOT NULL,
  sealed_check text
);
INSERT INTO installation (id) VALUES (substr(md5(random()::text || clock_timestamp()::text), 1, 12));

-- The offset of the test clock, shared by all processes; never moved in production.
CREATE TABLE test_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL
);
INSERT INTO test_clock (offset_ms) VALUES (0);
