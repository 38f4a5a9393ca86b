-- Lists a store's notifications by type and time, newest first. A saved card's payload has no type, so its kind
-- stands for it.
CREATE INDEX notifications_by_time ON tasks
  (store_id, COALESCE(payload ->> 'type', kind), created_at DESC, id DESC)
  WHERE kind IN ('notify-storefront', 'notify-saved-card');
