-- Core tables, in reading order. docs/database.md has an entity diagram.
-- A platform's tables live in its adapter. Unqualified names resolve to the schema `puente`.
-- Amounts are in minor units of their currency; timestamps are UTC.

-- Stores: a connected storefront with its gateway account, sealed credentials and policy.
CREATE TABLE stores (
  id text PRIMARY KEY,
  name text NOT NULL,
  -- `headless`: a shop that the merchant built.
  platform text NOT NULL DEFAULT 'headless',
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  locale text NOT NULL CHECK (locale IN ('es', 'en')),
  policy jsonb NOT NULL DEFAULT '{}',

  -- Gateway account, a hash of its secret key. Stores with the same account share its circuit.
  gateway_account text,
  publishable_key text,
  sealed_secret_key text NOT NULL,
  sealed_webhook_secret text NOT NULL,
  sealed_previous_webhook_secret text,
  previous_webhook_secret_until timestamptz,

  -- Storefront connection. A replaced notify secret also signs until it expires, so the store can switch.
  connection jsonb NOT NULL DEFAULT '{}',
  sealed_connection text,
  notify_url text,
  orders_url text,
  sealed_notify_secret text NOT NULL,
  sealed_previous_notify_secret text,
  previous_notify_secret_until timestamptz,

  created_at timestamptz NOT NULL,
  -- When its keys were last set. Of the stores of one shop, the latest gets new orders.
  connected_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  disabled_at timestamptz,
  removed_at timestamptz,

  -- Delay in ms of the notification about a failed refund that the store recorded, so that its requester
  -- learns first. NULL: no notification, because the store reads the refund itself.
  failed_refund_notice_ms integer
);

-- API keys of a store. The database holds only their hash.
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

-- Orders of a store, in the version that Puente last read or received.
CREATE TABLE orders (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  external_id text NOT NULL,
  number text,
  -- Distinguishes the order from a later one with a reused id (a store restored from backup).
  fingerprint text,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  description text,
  customer jsonb NOT NULL,
  metadata jsonb NOT NULL,

  -- Checkout pages. `follows_reader`: in the reader's language (`locale: auto`) instead of `locale`.
  locale text NOT NULL,
  follows_reader boolean NOT NULL DEFAULT false,
  success_url text,
  cancel_url text,
  pay_token text NOT NULL UNIQUE,
  -- Target of the pay link, and the deadline of the card page.
  checkout_mode text NOT NULL DEFAULT 'hosted',
  payable_until timestamptz,
  -- When Puente found the deadline passed: an order on the card page has no gateway payment to expire.
  time_over_at timestamptz,

  -- From `deriveOrderStatus`. `current_payment_id`: effective payment, or current attempt before a charge.
  status text NOT NULL,
  conflict text,
  current_payment_id text,
  -- Why the gateway refuses the order's payment; NULL after an accepted one.
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
-- Free space for heap-only updates: no index covers what changes, and a page has room for a new version
-- of each of its orders if all get paid together.
WITH (fillfactor = 45);
CREATE INDEX orders_by_age ON orders (store_id, id DESC);
CREATE INDEX orders_by_number ON orders (store_id, number, id DESC) WHERE number IS NOT NULL;
CREATE INDEX orders_by_creation ON orders (store_id, created_at, id);

-- Gateway payments for an order. Puente commits the row before it sends the request.
CREATE TABLE payments (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores,
  order_id text NOT NULL REFERENCES orders,
  attempt integer NOT NULL,
  mode text NOT NULL,
  state text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,

  -- Request to the gateway, its idempotency key, and the lease of the process that sends it.
  idempotency_key text NOT NULL UNIQUE,
  request jsonb NOT NULL,
  request_number integer NOT NULL DEFAULT 0,
  claimed_by integer,
  claimed_until timestamptz,
  payment_method_id text,
  -- Order changes that apply once the gateway accepts the payment.
  pending_update jsonb,
  previous_payment_id text,

  -- Facts from the gateway.
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

  -- Last poll on behalf of a waiting customer, and next scheduled poll (NULL in a final state).
  last_asked_at timestamptz,
  next_ask_at timestamptz,
  expires_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (order_id, attempt),
  UNIQUE (store_id, gateway_payment_id)
)
-- Free space for heap-only updates, as in `orders`.
WITH (fillfactor = 45);
CREATE INDEX payments_by_creation ON payments (store_id, created_at, id);
-- BRIN, because it permits heap-only updates: a charge adds no entry to the other indexes.
CREATE INDEX payments_by_charge ON payments
  USING brin (paid_at timestamptz_minmax_multi_ops) WITH (autosummarize = on);
CREATE INDEX payments_to_ask ON payments (next_ask_at) WHERE next_ask_at IS NOT NULL;
-- Counts recent declines on a store's card pages.
CREATE INDEX payments_by_card_page ON payments (store_id, created_at) WHERE mode = 'card_page';
ALTER TABLE orders
  ADD FOREIGN KEY (current_payment_id) REFERENCES payments DEFERRABLE INITIALLY DEFERRED;

-- Requests of customers to save the card of an order. Distinguishes customers who share one `identity`
-- (hash of the identity that lists cards at the gateway).
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

-- Refunds: one request each, of kind `void` or `refund`, from any origin.
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

  -- Requests to the gateway with their responses, and readings of the payment while the outcome is
  -- unknown.
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

-- `refund_amount` of gateway events: the single refund, or the sum so far (see `RefundEventReading`).
CREATE TABLE refund_events (
  payment_id text NOT NULL REFERENCES payments,
  event_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (payment_id, event_id)
);

-- Inbox: raw webhooks of the gateway and of platforms. Append-only and partitioned by month, so retention
-- drops old months whole. The key is unique per month; `storeMessages` also probes the adjacent month. A
-- message repeated later applies again, which is harmless: states only advance.
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
  -- Most selective column first, so that index comparisons end early.
  PRIMARY KEY (message_id, store_id, source, month)
) PARTITION BY RANGE (month);
CREATE INDEX inbox_by_seq ON inbox (seq);
CREATE TABLE inbox_other PARTITION OF inbox DEFAULT;

-- Unhandled inbox messages: `received`, or `queued` as a task. Handling deletes the row here instead of
-- updating the inbox, which would copy the body.
CREATE TABLE inbox_waiting (
  seq bigint NOT NULL,
  month date NOT NULL,
  source text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'received',
  PRIMARY KEY (state, source, store_id, seq)
-- Empty most of the time: truncation would lock the table and mislead the planner about its size.
) WITH (vacuum_truncate = off);

-- Outcomes of handled messages.
CREATE TABLE inbox_outcomes (
  seq bigint NOT NULL,
  month date NOT NULL,
  outcome text NOT NULL,
  handled_at timestamptz NOT NULL,
  PRIMARY KEY (seq, month)
) PARTITION BY RANGE (month);
CREATE TABLE inbox_outcomes_other PARTITION OF inbox_outcomes DEFAULT;

-- Webhooks with their state and outcome, for lookups.
CREATE VIEW events AS
SELECT inbox.*, COALESCE(inbox_waiting.state, 'handled') AS state, outcome, handled_at
FROM inbox
LEFT JOIN inbox_waiting USING (source, store_id, seq)
LEFT JOIN inbox_outcomes ON inbox_outcomes.month = inbox.month AND inbox_outcomes.seq = inbox.seq;

-- Outbox: tasks, written with the change that caused them.
CREATE TABLE tasks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- Workers claim and end notifications in batches, other tasks one by one through the job queue.
  by_sets boolean GENERATED ALWAYS AS (kind = 'notify-storefront') STORED,
  store_id text NOT NULL,
  order_id text,
  unique_key text UNIQUE,
  -- Dedupes waiting tasks: a second one with this key would read the same state.
  waiting_key text,
  payload jsonb NOT NULL,
  note text,
  -- Dependency. A task for the gateway or a shop waits while that circuit is open.
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
  -- Waited while the storefront refused access; such tasks run one at a time, oldest first.
  in_turn boolean NOT NULL DEFAULT false,
  -- SET NULL: a replay may outlive the task that it repeats.
  replay_of bigint REFERENCES tasks ON DELETE SET NULL,

  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
-- For claims store by store: a backlog of one store does not delay the few tasks of another.
CREATE INDEX tasks_ready ON tasks (by_sets, needs, store_id, run_at, id) WHERE state = 'ready';
CREATE INDEX tasks_passing ON tasks (run_at) WHERE state = 'ready' AND passes_circuit;
CREATE INDEX tasks_in_hand ON tasks (by_sets, needs, store_id) WHERE state IN ('queued', 'running');
CREATE INDEX tasks_in_turn ON tasks (store_id)
  WHERE in_turn AND state IN ('ready', 'queued', 'running');
CREATE INDEX tasks_dead ON tasks (store_id, id DESC) WHERE state = 'dead';
CREATE INDEX tasks_of_store ON tasks (store_id, id DESC);
CREATE INDEX tasks_of_order ON tasks (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX tasks_replays ON tasks (replay_of) WHERE replay_of IS NOT NULL;
-- At most one live replay per task, however many operators request one.
CREATE UNIQUE INDEX tasks_live_replay ON tasks (replay_of)
  WHERE replay_of IS NOT NULL AND state IN ('ready', 'queued', 'running');
CREATE INDEX tasks_waiting ON tasks (waiting_key)
  WHERE waiting_key IS NOT NULL AND state IN ('ready', 'queued');

-- Failed tries of a task.
CREATE TABLE task_failures (
  task_id bigint NOT NULL REFERENCES tasks ON DELETE CASCADE,
  try integer NOT NULL,
  at timestamptz NOT NULL,
  retry text NOT NULL,
  detail text NOT NULL,
  PRIMARY KEY (task_id, try)
);

-- Unique keys of notification tasks that retention deleted, so that no store gets a notification twice.
CREATE TABLE spent_task_keys (digest bytea PRIMARY KEY, spent_at timestamptz NOT NULL);

-- Timelines of orders. Append-only, partitioned by month like the inbox.
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

-- Alerts: conditions that a person should review.
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
-- At most one open alert per kind and subject: a repeated condition is a no-op.
CREATE UNIQUE INDEX alerts_open ON alerts (store_id, kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_by_age ON alerts (store_id, id DESC);
CREATE INDEX alerts_of_order ON alerts (order_id) WHERE closed_at IS NULL;

-- Reconciliation runs, which compare gateway, database and store over a window of Honduras days.
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
-- At most one running run per store, and one scheduled run per night.
CREATE UNIQUE INDEX reconciliations_running ON reconciliations (store_id) WHERE state = 'running';
CREATE UNIQUE INDEX reconciliations_nightly ON reconciliations (to_day, store_id)
  WHERE trigger = 'schedule';

-- Discrepancies that a run found, with the action that it took.
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

-- Gateway payments that a run has seen: pages that shift during the walk count nothing twice, and a run
-- resumes after a crash.
CREATE TABLE reconciliation_seen (
  run bigint NOT NULL,
  gateway_payment_id bigint NOT NULL,
  PRIMARY KEY (run, gateway_payment_id)
);

-- Sums that a run saw at the gateway, by creation day and charge day.
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

-- Latest run that covered all payments created on a day.
CREATE TABLE reconciled_days (
  store_id text NOT NULL REFERENCES stores,
  day text NOT NULL,
  run_id text NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
  PRIMARY KEY (store_id, day)
);

-- Unmatched payments of the gateway account, so that runs report each only once.
CREATE TABLE foreign_payments (
  store_id text NOT NULL REFERENCES stores,
  gateway_payment_id bigint NOT NULL,
  PRIMARY KEY (store_id, gateway_payment_id)
);

-- Connections in setup. A store may have several, so that one person does not cancel another's setup.
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

-- Sync cursors: changes before `changed_until` are in the database; `walk_*` resume an interrupted
-- walk.
CREATE TABLE store_cursors (
  store_id text PRIMARY KEY REFERENCES stores,
  changed_until timestamptz NOT NULL,
  walk_since timestamptz,
  walk_position text,
  CHECK ((walk_since IS NULL) = (walk_position IS NULL))
);

-- Nonces of signed calls from a store's plugin; a repeated nonce is a replay.
CREATE TABLE seen_calls (
  store_id text NOT NULL,
  nonce text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, nonce)
);
CREATE INDEX seen_calls_by_age ON seen_calls (seen_at);

-- Lease of the process that notifies a store about an order, for platforms that require one write at a
-- time.
CREATE TABLE notification_leases (
  order_id text PRIMARY KEY,
  process_id integer NOT NULL,
  until timestamptz NOT NULL
);

-- Timestamp of an order's latest notification. It only increases, even if a clock jumps back: of two
-- notifications, the later one is right.
CREATE TABLE message_times (order_id text PRIMARY KEY, at timestamptz NOT NULL);

-- Circuit breakers of gateway accounts and stores; a healthy one has no row.
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

-- Next run of each schedule.
CREATE TABLE schedules (name text PRIMARY KEY, next_at timestamptz NOT NULL);

-- Gateway deliveries per store and hour, by result.
CREATE TABLE webhook_counts (
  store_id text NOT NULL,
  hour timestamptz NOT NULL,
  result text NOT NULL,
  detail text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (store_id, hour, result, detail)
);

-- Last accepted delivery of a store, also per signing secret.
CREATE TABLE webhook_latest (
  store_id text PRIMARY KEY,
  at timestamptz NOT NULL,
  type text,
  by_current_secret_at timestamptz,
  by_previous_secret_at timestamptz
);

-- Last delivery with a refused signature, per reason. The age comes from the unverified header.
CREATE TABLE webhook_refusals (
  store_id text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  age_seconds bigint,
  PRIMARY KEY (store_id, reason)
);

-- Payment changes that a poll or a reconciliation found before their event arrived.
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

-- Privacy requests of platforms about a person's data, with their outcome.
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

-- This installation. Its id separates its job queues from others on a shared Redis. A process without
-- the sealing key of `sealed_check` refuses to start.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id text NOT NULL,
  sealed_check text
);
INSERT INTO installation (id) VALUES (substr(md5(random()::text || clock_timestamp()::text), 1, 12));

-- Offset of the test clock, shared by all processes; zero in production.
CREATE TABLE test_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL
);
INSERT INTO test_clock (offset_ms) VALUES (0);
