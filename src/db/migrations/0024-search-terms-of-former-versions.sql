-- Backfills charges that a 0.2.0 process, still running after 0006, wrote without search terms.
INSERT INTO order_search_terms (term, order_id)
SELECT transaction_id, order_id FROM payments WHERE transaction_id IS NOT NULL
UNION
SELECT charge_id, order_id FROM payments WHERE charge_id IS NOT NULL
ON CONFLICT DO NOTHING;
