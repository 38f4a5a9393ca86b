import type { Kysely } from 'kysely'
import type { DbQuery } from '../../../adapters/adapter.ts'

type ExampleTables = { example_shops: { store_id: string; name: string } }

export const SCHEMA = `CREATE TABLE example_shops (
  store_id text PRIMARY KEY REFERENCES stores,
  name text NOT NULL
)`

export const exampleTables = (query: DbQuery): Kysely<ExampleTables> =>
  query.withTables<ExampleTables>()
