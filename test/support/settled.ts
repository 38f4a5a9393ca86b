import { eventually, type World } from './world.ts'

/** Waits until every event that came is handled, and no task of Puente is due or under way. */
export const settled = async (world: World): Promise<void> => {
  const { query } = world.puente.ctx.ledger
  await eventually(async () => {
    const event = await query
      .selectFrom('events')
      .select('seq')
      .where('state', '!=', 'handled')
      .executeTakeFirst()
    const task = await query
      .selectFrom('tasks')
      .select('id')
      .where((where) =>
        where.or([
          where('state', 'in', ['queued', 'running']),
          where.and([
            where('state', '=', 'ready'),
            where('run_at', '<=', world.puente.ctx.clock.now()),
          ]),
        ]),
      )
      .executeTakeFirst()
    return !event && !task
  })
}
