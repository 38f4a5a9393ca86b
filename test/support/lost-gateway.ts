import { circuitName } from '../../src/db/stores/circuits.ts'
import type { StoreId } from '../../src/domain/ids.ts'
import { addMs, HOUR } from '../../src/runtime/clock.ts'
import type { World } from './world.ts'

/** Opens the circuit of a store's gateway account: two hours of failures, a Retry-After of 48 hours. */
export const loseGateway = async (world: World, storeId: StoreId): Promise<void> => {
  const { db, clock } = world.puente.ctx
  const store = await db.query
    .selectFrom('stores')
    .select(['id', 'gateway_account'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const until = addMs(clock.now(), 48 * HOUR)
  const circuit = {
    ...{ name: circuitName('gateway', store), failures: 9, openings: 3 },
    ...{ open_until: until, asked_until: until, half_opened_at: null },
    ...{ failing_since: addMs(clock.now(), -2 * HOUR), updated_at: clock.now() },
    ...{ last_error: 'no answer', paused_at: null },
  }
  await db.query.insertInto('circuits').values(circuit).execute()
}

export const findGateway = async (world: World): Promise<void> => {
  await world.puente.ctx.db.query.deleteFrom('circuits').execute()
}
