-- Words of a customer's name behind the store's id, without accents and case. PL/pgSQL with a cost, so that the
-- planner reads the index instead of computing words row by row. Uses built-in functions only: index builds and
-- restores run with an empty search path.
CREATE FUNCTION customer_words(store_id text, customer jsonb) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  name text := left(customer ->> 'name', 200);
BEGIN
  IF getdatabaseencoding() = 'UTF8' THEN
    name := regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g');
  END IF;
  RETURN array_to_tsvector(ARRAY(
    SELECT DISTINCT store_id || ' ' || left(word, 60)
    FROM unnest(regexp_split_to_array(lower(name), '[[:space:]!-/:-@[-`{-~]+')) AS word
    WHERE word <> ''
  ));
END $$;
-- Finds orders by words of the name. A payment does not change the customer, so this index does not prevent
-- heap-only updates. A short pending list bounds what a search reads besides the index.
CREATE INDEX orders_by_customer ON orders USING gin (customer_words(store_id, customer))
  WITH (gin_pending_list_limit = 256) WHERE customer ->> 'name' IS NOT NULL;

-- Find payments by the last digits of their saved card.
CREATE INDEX known_cards_by_digits ON known_cards (last_four, store_id) WHERE last_four IS NOT NULL;
CREATE INDEX payments_by_card ON payments (payment_method_id, store_id, id DESC)
  WHERE payment_method_id IS NOT NULL;
