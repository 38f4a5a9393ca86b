-- Groups orders by customer: identity number, else e-mail, else phone. NULL: the order names none of them. Uses built-in
-- functions only, and PL/pgSQL with a cost, as `customer_words`.
CREATE FUNCTION customer_key(customer jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  identity text := lower(regexp_replace(customer ->> 'identity_number', '[^[:alnum:]]', '', 'g'));
  email text := lower(btrim(customer ->> 'email'));
  phone text := regexp_replace(customer ->> 'phone', '\D', '', 'g');
BEGIN
  IF identity <> '' THEN RETURN 'identity:' || left(identity, 200); END IF;
  IF email <> '' THEN RETURN 'email:' || left(email, 320); END IF;
  -- A number of Honduras with and without its country code is the same.
  phone := regexp_replace(regexp_replace(phone, '^00', ''), '^504(\d{8})$', '\1');
  IF phone <> '' THEN RETURN 'phone:' || left(phone, 200); END IF;
  RETURN NULL;
END $$;
-- A payment does not change the customer, so these indexes do not prevent heap-only updates.
CREATE INDEX orders_by_customer_key ON orders (customer_key(customer), store_id, id DESC)
  WHERE customer_key(customer) IS NOT NULL;
CREATE INDEX orders_by_phone ON orders (regexp_replace(customer ->> 'phone', '\D', '', 'g'), store_id, id DESC)
  WHERE customer ->> 'phone' IS NOT NULL;
-- What people of a store note about its customers.
CREATE TABLE customer_notes (
  store_id text NOT NULL REFERENCES stores,
  customer_key text NOT NULL,
  note text NOT NULL,
  -- Name of the person who wrote it.
  noted_by text NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, customer_key)
);
