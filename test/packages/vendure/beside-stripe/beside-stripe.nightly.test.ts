import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { markedPart, replaceMarkedPart } from '../../../support/marked-part.ts'
import { useWorld } from '../../../support/use-world.ts'
import { CASES } from './cases.ts'
import { usePuenteContender } from './puente-contender.ts'
import { STRIPE_PLUGIN, useStripeContender } from './stripe-contender.ts'

const DOCUMENT = 'docs/vendure.md'
const TABLE = 'beside-stripe'
const LIMIT_MS = 60 * 60_000

const puente = usePuenteContender(useWorld())
const stripe = useStripeContender()
const rows: string[] = []

it.each(CASES)(
  'with the Puente plugin, $orders times: $what: none',
  async ({ what, orders, wrong }) => {
    const ofStripe = await wrong(stripe, orders)
    const ofPuente = await wrong(puente, orders)
    rows.push(`| ${what} | ${ofPuente} of ${orders} | ${ofStripe} of ${orders} |`)
    expect(ofPuente).toBe(0)
  },
  LIMIT_MS,
)

it('the table of the document is what was measured', () => {
  const head = [
    `| what happens: what is counted | Puente | Stripe ${STRIPE_PLUGIN} |`,
    '|---|--:|--:|',
  ]
  const table = [...head, ...rows].join('\n')
  process.stdout.write(`${table}\n`)
  const document = readFileSync(DOCUMENT, 'utf8')
  if (process.env.WRITE_DOCS)
    writeFileSync(DOCUMENT, replaceMarkedPart(document, { name: TABLE, text: table }))
  // How many of several events at once are doubled differs between runs.
  const casesOf = (text: string): string[] =>
    text.split('\n').map((row) => row.split('|')[1]?.trim() ?? '')
  expect(casesOf(markedPart(readFileSync(DOCUMENT, 'utf8'), TABLE))).toEqual(casesOf(table))
})
