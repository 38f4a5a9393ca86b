import type { Puente } from '../../src/puente.ts'
import { eventually, type World } from './world.ts'

export const settled = async (world: World): Promise<void> => {
  await eventually(() => isSettled(world.puente))
}

export const isSettled = async ({ ctx }: Pick<Puente, 'ctx'>): Promise<boolean> => {
  const { query } = ctx.db
  const event = await query.selectFrom('inbox_waiting').select('seq').executeTakeFirst()
  const task = await query
    .selectFrom('tasks')
    .select('id')
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'running']),
        where.and([where('state', '=', 'ready'), where('run_at', '<=', ctx.clock.now())]),
      ]),
    )
    .executeTakeFirst()
  return !event && !task
}
