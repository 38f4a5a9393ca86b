import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
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
/** The p95 of 60 requests rests on three of them, so a few of 120 ratios pass this by chance. */
const DOUBTED_FROM = 1.9
const REQUESTS_IN_DOUBT = 600

export const benchOperator = async (
  { rounds, manyPayments }: Extent,
  { filled }: OperatorSides,
): Promise<Findings> => {
  const sides = [
    await filled({ key: 'few', payments: FEW_PAYMENTS }),
    await filled({ key: 'many', payments: manyPayments }),
  ]
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measure(sides, QUESTIONS))
  const compared = QUESTIONS.map((question) => compare(question, measured))
  const inDoubt = compared.filter(({ ratio, isSum }) => !isSum && ratio >= DOUBTED_FROM)
  const again = inDoubt.length > 0 ? [await measure(sides, inDoubt, REQUESTS_IN_DOUBT)] : []
  const found = compared.map((each) => (inDoubt.includes(each) ? compare(each, again) : each))
  const answers = tableOf(found.filter(({ isSum }) => !isSum))
  const sums = tableOf(found.filter(({ isSum }) => isSum))
  const columns = ['answer', digits(FEW_PAYMENTS), digits(manyPayments), 'ratio']
  return {
    sections: [
      {
        title: `Operator API responses, p95, ms, of ${digits(STORES)} stores`,
        note: `Values below ${COUNTS_FROM_MS} ms count as ${COUNTS_FROM_MS} ms in a ratio. The one store has a thousand payments on both sides.${noteOf(inDoubt)}`,
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

const WHO = ['one', 'all'] as const satisfies readonly Who[]

interface Question {
  who: Who
  name: string
  requestOf: (asked: Asked) => OperatorRequest
  isSum: boolean
}

const QUESTIONS: readonly Question[] = WHO.flatMap((who) =>
  [ANSWERS, SUMS].flatMap((requests) =>
    Object.entries(requests).map(([name, requestOf]) => {
      return { who, name: `${name}, ${PEOPLE[who]}`, requestOf, isSum: requests === SUMS }
    }),
  ),
)

/** The p95 of each side, by question. */
type Round = ReadonlyMap<string, Readonly<Record<OperatorSide['key'], number>>>

interface Compared extends Question {
  few: number
  many: number
  ratio: number
}

const compare = (question: Question, rounds: readonly Round[]): Compared => {
  const of = (key: OperatorSide['key']) =>
    median(rounds.map((round) => round.get(question.name)?.[key] ?? Number.NaN))
  const [few, many] = [of('few'), of('many')]
  const ratio = Math.max(many, COUNTS_FROM_MS) / Math.max(few, COUNTS_FROM_MS)
  return { ...question, few, many, ratio }
}

const noteOf = (inDoubt: readonly Compared[]): string =>
  inDoubt.length === 0
    ? ''
    : ` Measured again with ${REQUESTS_IN_DOUBT} requests, because their first ratio was above ${DOUBTED_FROM}: ${inDoubt
        .map(({ name, ratio }) => `${name} (first ${digits(ratio)})`)
        .join('; ')}.`

interface Table {
  rows: Section['rows']
  worstMs: number
  worstRatio: number
}

const tableOf = (compared: readonly Compared[]): Table => ({
  rows: compared.map(({ name, ...each }) => [
    name,
    ...[each.few, each.many, each.ratio].map(digits),
  ]),
  worstMs: Math.max(...compared.map(({ many }) => many)),
  worstRatio: Math.max(...compared.map(({ ratio }) => ratio)),
})

/** Sides alternate, so noise hits both. */
const measure = async (
  sides: readonly OperatorSide[],
  questions: readonly Question[],
  requests = REQUESTS,
): Promise<Round> => {
  const running: PuenteProcess[] = []
  try {
    for (const { installation } of sides) {
      running.push(await startPuenteProcess({ ...installation.environment, ROLES: 'web' }))
    }
    const found = new Map<string, Record<OperatorSide['key'], number>>()
    for (const { who, name, requestOf } of questions) {
      const times: Record<OperatorSide['key'], number[]> = { few: [], many: [] }
      for (let request = 0; request < WARM_UP + requests; request++) {
        for (const side of sides) {
          const asked = askedOf(who, { request, payments: side.payments })
          times[side.key].push(await timeOf(side, who, requestOf(asked)))
        }
      }
      const p95 = (each: readonly number[]) => percentile(each.slice(WARM_UP), 0.95)
      found.set(name, { few: p95(times.few), many: p95(times.many) })
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

/** By `node:http`: `fetch` makes so much garbage that its collection would count as response time. */
const timeOf = async (
  { installation: { port }, cookies }: OperatorSide,
  who: Who,
  { path, body }: OperatorRequest,
): Promise<number> => {
  const startedAt = performance.now()
  const request = httpRequest(`http://127.0.0.1:${port}/operator/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      cookie: cookies[who],
      ...(body ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } : {}),
    },
  })
  request.end(body && JSON.stringify(body))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
  answer.resume()
  await once(answer, 'end')
  return performance.now() - startedAt
}
