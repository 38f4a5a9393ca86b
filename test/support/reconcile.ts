import { hondurasDayOf, startOfHondurasDay } from '../../src/contract/honduras-time.ts'
import { dayAfter } from '../../src/payments/reconciliation/window.ts'
import { pass } from './merchant.ts'
import { eventually, type Json, type World } from './world.ts'

export const today = (world: World): string => hondurasDayOf(world.puente.ctx.clock.now())

const MORNING_HOURS = 6

export const passNight = async (world: World): Promise<void> => {
  const midnight = startOfHondurasDay(dayAfter(today(world), 1))
  if (!midnight) throw new Error('There is no next day')
  const morning = midnight.getTime() + MORNING_HOURS * 3_600_000
  await pass(world, Math.ceil((morning - world.puente.ctx.clock.now().getTime()) / 1_000))
}

export const reconcileNow = async (
  world: World,
  {
    from = today(world),
    to = from,
    dry = false,
    apiKey = world.apiKey,
  }: { from?: string; to?: string; dry?: boolean; apiKey?: string } = {},
): Promise<Json> => {
  const headers = { authorization: `Bearer ${apiKey}` }
  const begun = await world.api('POST', '/v1/reconciliations', { from, to, dry }, headers)
  if (begun.status !== 202) throw new Error(`Not begun: ${JSON.stringify(begun.body)}`)
  return reportWhenEnded(world, begun.body.id, headers)
}

export const reportWhenEnded = (world: World, id: string, headers = {}): Promise<Json> =>
  eventually(async () => {
    const { body } = await world.api(
      'GET',
      `/v1/reconciliations/${id}?limit=500`,
      undefined,
      headers,
    )
    return body.state !== 'running' && body
  })

/** Summarises differences: `missed_event repaired A-1`. */
export const summaryOf = (report: Json): string[] =>
  report.differences.data.map(
    ({ kind, action, order_id, gateway_payment_id }: Json) =>
      `${kind} ${action} ${order_id ?? `gateway:${gateway_payment_id}`}`,
  )

export const nextStep = (world: World): Promise<Date> =>
  eventually(async () => {
    const { clock, db } = world.puente.ctx
    const [step] = await db.query
      .selectFrom('tasks')
      .select(['state', 'run_at'])
      .where('kind', '=', 'reconcile')
      .where('state', '!=', 'done')
      .execute()
    return step?.state === 'ready' && step.run_at > clock.now() && step.run_at
  })

export const passToNextStep = async (world: World): Promise<void> => {
  const waitMs = (await nextStep(world)).getTime() - world.puente.ctx.clock.now().getTime()
  await pass(world, Math.max(Math.ceil(waitMs / 1_000), 1))
}
