import type { StoreId } from '../../src/domain/ids.ts'
import type { Puente } from '../../src/puente.ts'
import { eventually, type World } from './world.ts'

/** Waits until all work is done, for all stores or for one. */
export const settled = async (world: World, storeId?: StoreId): Promise<void> => {
  await eventually(() => isSettled(world.puente, storeId)).catch(async (cause) => {
    const waiting = await workThatWaits(world.puente, storeId)
    throw new Error(`Still waits: ${JSON.stringify(waiting)}`, { cause })
  })
}

export const isSettled = async (
  puente: Pick<Puente, 'ctx'>,
  storeId?: StoreId,
): Promise<boolean> => {
  const { events, tasks } = await workThatWaits(puente, storeId)
  return events.length === 0 && tasks.length === 0
}

/** Returns the first events and tasks that are due. */
const workThatWaits = async ({ ctx }: Pick<Puente, 'ctx'>, storeId?: StoreId) => {
  const { query } = ctx.db
  const events = await query
    .selectFrom('inbox_waiting')
    .select('seq')
    .$if(storeId !== undefined, (all) => all.where('store_id', '=', storeId as StoreId))
    .limit(5)
    .execute()
  const tasks = await query
    .selectFrom('tasks')
    .select(['kind', 'store_id', 'state', 'tries', 'last_error'])
    .$if(storeId !== undefined, (all) => all.where('store_id', '=', storeId as StoreId))
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'running']),
        where.and([where('state', '=', 'ready'), where('run_at', '<=', ctx.clock.now())]),
      ]),
    )
    .limit(5)
    .execute()
  return { events: events.map(({ seq }) => Number(seq)), tasks }
}
