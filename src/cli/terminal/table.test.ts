import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../runtime/text/display-width.ts'
import { tableLines } from './table.ts'

const columns = ['ORDER', 'STATE']
const rows = [
  ['A-1', 'paid'],
  ['Café 12', 'on_hold'],
]

describe('a table', () => {
  it('a terminal gets aligned columns with headers', () => {
    expect(tableLines(columns, rows, { isTTY: true })).toEqual([
      'ORDER    STATE',
      'A-1      paid',
      'Café 12  on_hold',
    ])
  })

  it('a program gets whole cells with tabs, however narrow the terminal is', () => {
    const at = new Date('2026-05-04T12:30:15.250Z')
    expect(tableLines(columns, [['x'.repeat(300), at]], { isTTY: false, columns: 20 })).toEqual([
      `${'x'.repeat(300)}\t2026-05-04T12:30:15.250Z`,
    ])
  })

  it('the table strips control characters from names', () => {
    expect(tableLines(['A'], [['\u001b[2Jx\ty']], { isTTY: false })).toEqual([' [2Jx y'])
  })

  it('wide characters and emoji take two columns, combining accents none', () => {
    const [, ...lines] = tableLines(
      ['NAME', 'STATE'],
      [
        ['日本の店', 'paid'],
        ['Cafe\u0301 ☕', 'paid'],
        ['Pulpería', 'paid'],
      ],
      { isTTY: true },
    )
    expect(lines.map((line) => displayWidth(line.slice(0, line.indexOf('paid'))))).toEqual([
      10, 10, 10,
    ])
  })

  const wide = [
    { header: 'NAME', yields: 'cut' },
    'STATE',
    { header: 'ID', yields: 'extra' },
  ] as const
  const row = ['Ferretería y materiales La Bendición', 'paid', 'ord_01kadq2v7w8x9y0z1a2b3c4d5e']

  it.each([30, 40, 60, 80, 200])('the table fits a terminal of %i columns', (most) => {
    const lines = tableLines(wide, [row], { isTTY: true, columns: most })
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(most)
    expect(lines[1]).toContain('paid')
  })

  it('a narrow terminal cuts long names with an ellipsis first, then leaves ids out whole', () => {
    const at = (most: number) => tableLines(wide, [row], { isTTY: true, columns: most })[1]
    expect(at(60)).toBe('Ferretería y materia…  paid   ord_01kadq2v7w8x9y0z1a2b3c4d5e')
    expect(at(40)).toBe('Ferretería y materiales La Bendi…  paid')
  })

  it('a narrow terminal leaves ids out before it cuts a sentence below its least width', () => {
    const sentences = [
      'ALERT',
      { header: 'AMOUNT', yields: 'extra' },
      { header: 'KIND', yields: 'extra' },
      { header: 'WHAT', yields: 'cut', least: 30 },
    ] as const
    const of = [
      'prb_12',
      '200.00 HNL',
      'order_paid_twice',
      'Order A-1042 was charged twice (L 100)',
    ]
    const at = (columns: number) => tableLines(sentences, [of], { isTTY: true, columns })[1]
    expect(at(70)).toBe('prb_12  200.00 HNL  order_paid_twice  Order A-1042 was charged twice…')
    expect(at(60)).toBe('prb_12  200.00 HNL  Order A-1042 was charged twice (L 100)')
    expect(at(40)).toBe('prb_12  Order A-1042 was charged twice…')
    expect(at(24)).toBe('prb_12  Order A-1042 wa…')
  })

  it('a cut never splits a wide character', () => {
    const lines = tableLines(wide, [['店'.repeat(40), 'paid', '-']], { isTTY: true, columns: 24 })
    expect(lines[1]).toMatch(/^店+…\s+paid/)
    expect(displayWidth(lines[1] ?? '')).toBeLessThanOrEqual(24)
  })

  it('times are whole for programs, and to the minute at a terminal', () => {
    const at = new Date('2026-05-04T12:30:15.250Z')
    expect(tableLines(['AT'], [[at]], { isTTY: true })[1]).toBe('2026-05-04 12:30Z')
  })
})
