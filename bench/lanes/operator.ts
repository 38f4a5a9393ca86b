import {
  hasLargeStore,
  type OperatorSide,
  type OperatorSides,
  PEOPLE,
  STORE_OF_ONE,
  STORES,
  type Who,
} from '../contenders/operator-side.ts'
import { type PuenteProcess, startPuenteProcess } from '../contenders/puente-process.ts'
import { ANSWERS, type Asked, type OperatorRequest, SUMS } from '../load/operator-answers.ts'
import {
  isOfLargeStore,
  LARGE_SHARE,
  paymentOfLargeStore,
  paymentOfStore,
  storeOfPayment,
} from '../load/operator-rows.ts'
import type { Extent } from '../measure/extent.ts'
import { median, percentile } from '../measure/statistics.ts'
import { digits, type Findings, type Section } from '../report/section.ts'

const FEW_PAYMENTS = 10_000
const WARM_UP = 10
const REQUESTS = 60
/** Users cannot tell faster responses apart. */
const COUNTS_FROM_MS = 5

export const benchOperator = async (
  { rounds, manyPayments }: Extent,
  { filled }: OperatorSides,
): Promise<Findings> => {
  const sides = [
    await filled({ key: 'few', payments: FEW_PAYMENTS }),
    await filled({ key: 'many', payments: manyPayments }),
  ]
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measure(sides))
  const columns = ['answer', digits(FEW_PAYMENTS), digits(manyPayments), 'ratio']
  const answers = tableOf(measured, ANSWERS)
  const sums = tableOf(measured, SUMS)
  return {
    sections: [
      {
        title: `Operator API responses, p95, ms, of ${digits(STORES)} stores`,
        note: `Values below ${COUNTS_FROM_MS} ms count as ${COUNTS_FROM_MS} ms in a ratio. The one store has a thousand payments on both sides.`,
        columns,
        rows: answers.rows,
      },
      {
        title: `Operator API sums, p95, ms, of ${digits(STORES)} stores`,
        note: 'Of a million payments in a year, 30 days have 86,000; all of 10,000 are in these.',
        columns,
        rows: sums.rows,
      },
    ],
    figures: {
      'operator.p95': answers.worstMs,
      'operator.ratio': answers.worstRatio,
      'operator.sums': sums.worstMs,
    },
  }
}

type Round = ReadonlyMap<string, number>

interface Table {
  rows: Section['rows']
  worstMs: number
  worstRatio: number
}

const tableOf = (rounds: readonly Round[], requests: typeof ANSWERS): Table => {
  const found = WHO.flatMap((who) =>
    Object.keys(requests).map((name) => {
      const of = (key: OperatorSide['key']) =>
        median(rounds.map((round) => round.get(`${key} ${who} ${name}`) ?? Number.NaN))
      const [few, many] = [of('few'), of('many')]
      const ratio = Math.max(many, COUNTS_FROM_MS) / Math.max(few, COUNTS_FROM_MS)
      return { name: `${name}, ${PEOPLE[who]}`, few, many, ratio }
    }),
  )
  return {
    rows: found.map(({ name, ...figures }) => [name, ...Object.values(figures).map(digits)]),
    worstMs: Math.max(...found.map(({ many }) => many)),
    worstRatio: Math.max(...found.map(({ ratio }) => ratio)),
  }
}

const WHO = ['one', 'all'] as const satisfies readonly Who[]

/** Returns the p95. Sides alternate, so noise hits both. */
const measure = async (sides: readonly OperatorSide[]): Promise<Round> => {
  const running: PuenteProcess[] = []
  try {
    for (const { installation } of sides) {
      running.push(await startPuenteProcess({ ...installation.environment, ROLES: 'web' }))
    }
    const found = new Map<string, number>()
    for (const who of WHO) {
      for (const [name, requestOf] of Object.entries({ ...ANSWERS, ...SUMS })) {
        const times = new Map<string, number[]>(sides.map(({ key }) => [key, []]))
        for (let request = 0; request < WARM_UP + REQUESTS; request++) {
          for (const side of sides) {
            const asked = askedOf(who, { request, payments: side.payments })
            times.get(side.key)?.push(await timeOf(side, who, requestOf(asked)))
          }
        }
        for (const [key, each] of times) {
          found.set(`${key} ${who} ${name}`, percentile(each.slice(WARM_UP), 0.95))
        }
      }
    }
    return found
  } finally {
    for (const process of running) await process.stop()
  }
}

const askedOf = (who: Who, { request, payments }: { request: number; payments: number }): Asked => {
  const isLarge = hasLargeStore(payments)
  if (who === 'one') {
    const round = request * 37
    const payment = isLarge
      ? paymentOfLargeStore(1 + (round % (payments / LARGE_SHARE - 1)))
      : paymentOfStore(STORE_OF_ONE, round % Math.floor(payments / STORES), STORES)
    return { payment, store: STORE_OF_ONE }
  }
  const number = 1 + ((request * 7_919) % (payments - 1))
  const isOfOne = isLarge ? isOfLargeStore(number) : storeOfPayment(number, STORES) === STORE_OF_ONE
  const payment = isOfOne ? number + 1 : number
  return { payment, store: storeOfPayment(payment, STORES) }
}

const timeOf = async (
  { installation: { port }, cookies }: OperatorSide,
  who: Who,
  { path, body }: OperatorRequest,
): Promise<number> => {
  const startedAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/operator/v1${path}`, {
    headers: {
      cookie: cookies[who],
      ...(body ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
  return performance.now() - startedAt
}
