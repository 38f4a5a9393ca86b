import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { markedPart, replaceMarkedPart } from '../../support/marked-part.ts'

const TABLE = 'beside-stripe'
const LIMIT_MS = 60 * 60_000

/** What happens to orders of an engine, with one payment plugin or the other. */
export interface Case<Contender> {
  /** A row of the table. */
  what: string
  orders: number
  /** Counts the orders that are wrong. */
  wrong(contender: Contender, orders: number): Promise<number>
}

export interface Comparison<Contender> {
  cases: readonly Case<Contender>[]
  puente: Contender
  stripe: Contender
  /** Version of the engine's own plugin for Stripe. */
  version: string
  /** Has the table between markers; `WRITE_DOCS` writes it. */
  document: string
}

/** Declares a test for each case, and one for the table of the document. */
export const besideStripe = <Contender>({
  cases,
  puente,
  stripe,
  version,
  document,
}: Comparison<Contender>): void => {
  const rows: string[] = []

  it.each(cases)(
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
    const head = [`| what happens: what is counted | Puente | Stripe ${version} |`, '|---|--:|--:|']
    const table = [...head, ...rows].join('\n')
    process.stdout.write(`${table}\n`)
    const before = readFileSync(document, 'utf8')
    if (process.env.WRITE_DOCS)
      writeFileSync(document, replaceMarkedPart(before, { name: TABLE, text: table }))
    // How many of several events at once are doubled differs between runs.
    const casesOf = (text: string): string[] =>
      text.split('\n').map((row) => row.split('|')[1]?.trim() ?? '')
    expect(casesOf(markedPart(readFileSync(document, 'utf8'), TABLE))).toEqual(casesOf(table))
  })
}
