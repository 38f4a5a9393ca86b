import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ORDER_CONFLICTS } from '../../src/db/tables/orders.ts'
import { REFUND_STATES } from '../../src/db/tables/refunds.ts'
import { ORDER_STATUSES } from '../../src/domain/order-status.ts'
import { createCheckout } from '../../src/http/api/checkouts/checkouts.ts'
import { createRefund } from '../../src/http/api/refunds/refunds.ts'
import { EVENT_EXAMPLES, SAVED_CARD_EXAMPLE } from '../../src/http/documents/event-examples.ts'
import { STORE_BACKOFF_MS } from '../../src/payments/ports/tasks/core-kind.ts'
import { HOUR, MINUTE, SECOND } from '../../src/runtime/clock.ts'
import { blocksOf } from './code-blocks.ts'

const read = (name: string): string => readFileSync(`docs/guides/${name}.md`, 'utf8')

/** First cells of the table whose head begins with `head`. */
const firstCells = (document: string, head: string): string[] => {
  const [, table = ''] = document.split(`\n| ${head} |`)
  const [rows = ''] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | ')[0]?.replace(/^\| /, '') ?? '')
}

const codesIn = (cells: readonly string[]): string[] =>
  cells.flatMap((cell) => [...cell.matchAll(/`([\w ]+)`/g)].map(([, code = '']) => code))

describe('the tables of the guides', () => {
  it('take a payment: every status of an order has its row', () => {
    const documented = codesIn(firstCells(read('checkout'), '`order.status`'))
    expect(ORDER_STATUSES.filter((status) => !documented.includes(status))).toEqual([])
  })

  it('charge a saved card: every answer below 300 has its row', () => {
    const cells = firstCells(read('saved-cards'), 'answer').join(' ')
    const missing = Object.keys(createCheckout.answers).filter((status) => !cells.includes(status))
    expect(missing).toEqual([])
  })

  it('refund a payment: every answer below 300 and both limits have their rows', () => {
    const cells = firstCells(read('refunds'), 'answer')
    const missing = [...Object.keys(createRefund.answers), ...limitCodes()].filter(
      (answer) => !cells.some((cell) => cell.includes(answer)),
    )
    expect(missing).toEqual([])
  })

  it('refund a payment: every state of a refund has its row', () => {
    const documented = codesIn(firstCells(read('refunds'), '`state`'))
    expect(documented.toSorted()).toEqual([...REFUND_STATES].sort())
  })
})

const limitCodes = (): string[] =>
  [...(createRefund.problems[403] ?? '').matchAll(/`(\w+)`/g)].map(([, code = '']) => code)

describe('handle notifications', () => {
  it('the schedule of retries is the one in the code', () => {
    expect(read('notifications')).toContain(`after ${wordsOf(STORE_BACKOFF_MS)}`)
  })

  it('the handler skips a saved card and older news, and delivers only paid orders without a conflict', async () => {
    const decide = await handlerOf('docs/guides/notifications.md')
    const paid = EVENT_EXAMPLES['order.paid']
    expect(decide(paid)).toMatchObject({ status: 'paid', conflict: null, deliver: true })
    expect(decide(SAVED_CARD_EXAMPLE)).toEqual({ skip: true })
    expect(decide(paid, { timestamp: '2026-11-22T15:04:07.000Z' })).toEqual({ skip: true })
    expect(decide(paid, { timestamp: paid.timestamp })).toMatchObject({ deliver: true })
    for (const conflict of ORDER_CONFLICTS) {
      const data = { ...paid.data, order: { ...paid.data.order, conflict } }
      expect(decide({ ...paid, data })).toMatchObject({ status: 'paid', conflict, deliver: false })
    }
    for (const example of Object.values(EVENT_EXAMPLES)) {
      const { status, conflict } = example.data.order
      const deliver = status === 'paid' && conflict === null
      expect(decide(example)).toMatchObject({ status, conflict, deliver })
    }
  })
})

const UNITS = [
  [HOUR, 'hours'],
  [MINUTE, 'minutes'],
  [SECOND, 'seconds'],
] as const

/** "5 and 30 seconds, 2 minutes, then every 2 minutes" */
const wordsOf = (waitsMs: readonly number[]): string => {
  const waits = waitsMs.map((ms) => {
    const [unit, name] = UNITS.find(([each]) => ms >= each) ?? [SECOND, 'seconds']
    return { count: ms / unit, name }
  })
  const groups = ['seconds', 'minutes', 'hours'].flatMap((name) => {
    const counts = waits.filter((wait) => wait.name === name).map(({ count }) => String(count))
    if (counts.length === 0) return []
    return [`${new Intl.ListFormat('en-GB').format(counts)} ${name}`]
  })
  const last = waits.at(-1)
  return `${groups.join(', ')}, then every ${last?.count} ${last?.name}`
}

const decideFunction = z.function({
  input: [z.unknown(), z.object({ timestamp: z.string() }).optional()],
  output: z.looseObject({}),
})

/** Inside the repository, as the other programs of documents. */
const handlerOf = async (document: string) => {
  const [program] = blocksOf(document).filter(({ language }) => language === 'js')
  const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.document-handler-'))
  try {
    const file = join(folder, 'handler.mjs')
    writeFileSync(file, program?.text ?? '')
    const loaded = await import(pathToFileURL(file).href)
    return z.object({ decide: decideFunction }).parse(loaded).decide
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
