-- Who made an order: the store's storefront, or a person or page of Puente. The platform does not know the latter.
ALTER TABLE orders ADD COLUMN source text NOT NULL DEFAULT 'storefront';
-- commit
CREATE INDEX orders_made_at_puente ON orders (store_id, id DESC) WHERE source <> 'storefront';
