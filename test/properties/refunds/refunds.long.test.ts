import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver } from '../../support/gateway-events.ts'
import { isSettled } from '../../support/settled.ts'
import { eventually, type Json, startWorld, type World } from '../../support/world.ts'
import {
  type Answering,
  type ModelGateway,
  type Showing,
  startModelGateway,
} from './model-gateway.ts'

/** Histories run concurrently under one clock. */
const HISTORIES = Number(process.env.REFUND_HISTORIES ?? 25)
const SEED = Number(process.env.REFUND_SEED ?? fc.readConfigureGlobal().seed ?? Date.now() % 1e6)
const TICK_MINUTES = 7
const TICKS = 40

const showing: fc.Arbitrary<Showing> = fc.oneof(
  fc.record({
    how: fc.constant('lags' as const),
    minutes: fc.constantFrom(0, 3, 20, 45),
  }),
  fc.constantFrom<Showing>({ how: 'jumps' }, { how: 'repeats' }, { how: 'counts-events' }),
)
const answering = fc.constantFrom<Answering>(
  'accepted',
  'lost',
  'lost',
  'cut',
  'error-500',
  'error-503-after-the-work',
)
/** Equal amounts, easy to confuse. */
const minor = fc.constantFrom(1_000, 1_000, 2_500, 4_000)

const LOST = Number.POSITIVE_INFINITY

const history = fc.record({
  showing,
  answers: fc.array(answering, { minLength: 1, maxLength: 4 }),
  /** Some events precede the visible sum, some arrive out of order. */
  eventDelaysMinutes: fc.array(fc.constantFrom(0, 0, 2, 20, 44, LOST), {
    minLength: 1,
    maxLength: 3,
  }),
  steps: fc.array(
    fc.record({
      tick: fc.nat({ max: 15 }),
      do: fc.constantFrom('refund', 'refund', 'refund', 'portal'),
      minor,
      times: fc.constantFrom(1, 1, 2),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

const histories = fc.sample(history, { seed: SEED, numRuns: HISTORIES })
const nameOf = (index: number): string => `R-${index}`
const historyOf = (reference: string): History => {
  const found = histories[Number(reference.slice(2))]
  if (!found) throw new Error(`No history ${reference}`)
  const { showing: shown, eventDelaysMinutes: delays } = found
  // A gateway that reports sums hides a lost event.
  const isCounted = shown.how === 'counts-events'
  return {
    ...found,
    eventDelaysMinutes: delays.map((delay) => (isCounted && delay === LOST ? 44 : delay)),
  }
}

let gateway: ModelGateway
let world: World
let now = () => Date.now()
const startWith = async (reading: 'single' | 'sum') => {
  process.stdout.write(
    `refund histories: ${HISTORIES}, events of ${reading}, REFUND_SEED=${SEED}\n`,
  )
  gateway = await startModelGateway(() => now(), { setUp: historyOf, reading })
  world = await startWorld({ GATEWAY_BASE_URL: `${gateway.stub.url}/v1` })
  now = () => world.puente.ctx.clock.now().getTime()
}

const settled = () => eventually(() => isSettled(world.puente))

const deliverDue = () =>
  Promise.all(
    gateway.dueEvents().map(async (body) => {
      expect((await deliver(world.url, { body })).status).toBe(200)
    }),
  )

const pass = async (minutes: number): Promise<void> => {
  await fetch(`${world.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: minutes * 60 }),
  })
  await deliverDue()
  await settled()
}

const HOUR_MS = 60 * 60_000

/** One retry at most, only without an answer, and after an hour. */
const wrongInSends = (sends: ReturnType<ModelGateway['paymentOf']>['sent']): string[] => {
  const answered = sends.findIndex(({ answer }) => answer === 'accepted')
  const lost = sends.filter(({ answer }) => answer !== 'accepted' && answer !== 'refused')
  const [first, second] = sends
  return [
    ...(sends.filter(({ isMade }) => isMade).length > 1 ? ['made twice'] : []),
    ...(answered >= 0 && answered < sends.length - 1 ? ['sent again after a yes'] : []),
    ...(lost.length > 2 ? ['sent again after two that got no answer'] : []),
    ...(first && second && lost.includes(first) && second.at - first.at < HOUR_MS
      ? ['sent again within the hour']
      : []),
  ]
}

const wrongIn = async (id: string): Promise<string[]> => {
  const { sent, made } = gateway.paymentOf(id)
  const { refunds } = (await world.api('GET', `/v1/orders/${id}`)).body
  const { data: alerts } = (await world.api('GET', '/v1/alerts')).body
  const onTheList = new Set(
    alerts.flatMap(({ kind, details }: Json) =>
      kind === 'refund_not_shown' ? [details.refund] : [],
    ),
  )
  const sum = (parts: readonly number[]) => parts.reduce((all, each) => all + each, 0)
  const done = refunds.filter(({ state }: Json) => state === 'succeeded')
  const doneMinor = sum(done.map(({ amount }: Json) => Math.round(Number(amount) * 100)))
  const madeMinor = sum(made.map(({ minor }) => minor))
  return [
    ...[...Map.groupBy(sent, ({ reason }) => reason)].flatMap(([reason, sends]) =>
      wrongInSends(sends).map((what) => `${reason} was ${what}`),
    ),
    ...refunds
      .filter(({ state, id: refund }: Json) => !ENDS.has(state) && !onTheList.has(refund))
      .map(({ state }: Json) => `a refund is ${state}, and nobody is told`),
    ...(doneMinor === madeMinor
      ? []
      : [`the gateway has refunded ${madeMinor}, and the books say ${doneMinor}`]),
  ]
}

const ENDS = new Set(['succeeded', 'failed'])

describe.each(['single', 'sum'] as const)('refund events with %s amounts', (reading) => {
  beforeAll(() => startWith(reading))
  afterAll(async () => {
    await world.close()
    await gateway.stub.close()
  })

  it('each refund is made once, however late the gateway shows it and whichever answers it loses', async () => {
    await Promise.all(
      histories.map(async (_, index) => {
        const order = { id: nameOf(index), amount: '100.00', currency: 'HNL' }
        expect((await world.api('POST', '/v1/checkouts', { order })).status).toBe(201)
        const body = gateway.approvalOf(gateway.paymentOf(nameOf(index)))
        await deliver(world.url, { body })
      }),
    )
    await settled()
    for (let tick = 0; tick < TICKS; tick++) {
      await Promise.all(
        histories.flatMap(({ steps }, index) =>
          steps
            .map((step, ordinal) => ({ ...step, ordinal }))
            .filter((step) => step.tick === tick)
            .map(async (step) => {
              const id = nameOf(index)
              if (step.do === 'portal') {
                gateway.refundInPortal(gateway.paymentOf(id), step.minor)
                return
              }
              const key = `${id}-${step.ordinal}`
              const body = { amount: (step.minor / 100).toFixed(2), reason: key }
              const ask = () =>
                world.api('POST', `/v1/orders/${id}/refunds`, body, { 'idempotency-key': key })
              await Promise.all(Array.from({ length: step.times }, ask))
            }),
        ),
      )
      await pass(TICK_MINUTES)
    }
    for (let hour = 0; hour < 3; hour++) await pass(10 * 60)
    const wrong = await Promise.all(
      histories.map(async (drawn, index) => {
        const found = await wrongIn(nameOf(index))
        return found.map((what) => `${nameOf(index)}: ${what}\n    ${JSON.stringify(drawn)}`)
      }),
    )
    const words = [...wrong.flat(), `Again: REFUND_SEED=${SEED}`].join('\n')
    expect(wrong.flat(), words).toEqual([])
  })
})
