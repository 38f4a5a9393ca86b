-- Lists the newest dead tasks of many stores without a look at each store.
CREATE INDEX tasks_dead_by_id ON tasks (id DESC) WHERE state = 'dead';
