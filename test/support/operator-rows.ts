import { insertOperatorRows, storeNumber } from '../../bench/load/operator-rows.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { TEST_STORE, type World } from './world.ts'

type Run = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Ids of the first stores that `fillWithRows` inserts. */
export const firstStores = (count: number): StoreId[] =>
  Array.from({ length: count }, (_, number) => StoreId.parse(storeNumber(number)))

/** Inserts the rows of an installation with many stores, then runs `change` on them. */
export const fillWithRows = async (
  { puente }: World,
  rows: { stores: number; payments: number },
  change?: (run: Run) => Promise<unknown>,
): Promise<void> => {
  const client = await puente.ctx.db.pool.connect()
  try {
    const query: Run = async (text, values) => (await client.query(text, values)).rows
    await insertOperatorRows({ query }, { template: TEST_STORE, ...rows })
    await change?.(query)
  } finally {
    client.release(true)
  }
}
