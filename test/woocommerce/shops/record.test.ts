import { describe, expect, it } from 'vitest'
import { readRecord } from './record.ts'
import type { Row } from './table.ts'

const TESTED = {
  plugin: '0123456789abcdef',
  adapter: 'fedcba9876543210',
  wordpress: '6.9.1',
  php: '8.2.1',
  mariadb: '11.8.2',
  subscriptions: true,
}
const FLAKE = '- WooCommerce 11.0.1, posts: `a.test.ts` failed once: `a | b`'
const passed: Row = {
  woocommerce: '11.0.1',
  storage: 'posts',
  summaries: ['✓ 3', '-'],
  flakes: [FLAKE],
}
const failed: Row = { ...passed, storage: 'tables', summaries: ['✓ 2 · ✗ 1', '-'], flakes: [] }

describe('results of the matrix in the document', () => {
  it('a later run knows which shops passed, and keeps their rows and flakes', () => {
    const earlier = readRecord('', TESTED)
    earlier.with(failed)
    const later = readRecord(earlier.with(passed), TESTED)
    expect(later.hasPassed(passed)).toBe(true)
    expect(later.hasPassed(failed)).toBe(false)
    expect(later.hasPassed({ woocommerce: '8.9.3', storage: 'posts' })).toBe(false)
    const text = later.with({ ...failed, summaries: ['✓ 3', '-'] })
    expect(text).toContain('| 11.0.1 | tables (HPOS) | ✓ 3 | - |\n| 11.0.1 | posts | ✓ 3 | - |')
    expect(text.split('\n').at(-1)).toBe(FLAKE)
  })

  it('the newest result of a shop counts', () => {
    const record = readRecord('', TESTED)
    record.with(passed)
    const text = record.with({ ...passed, summaries: ['✗'], flakes: [] })
    expect(readRecord(text, TESTED).hasPassed(passed)).toBe(false)
    expect(text).not.toContain('Passed only')
  })

  it.each([{ plugin: 'b2' }, { adapter: 'b2' }, { php: '8.4.1' }, { subscriptions: false }])(
    'results of other circumstances do not count: %o',
    (other) => {
      const text = readRecord('', TESTED).with(passed)
      const record = readRecord(text, { ...TESTED, ...other })
      expect(record.hasPassed(passed)).toBe(false)
      expect(record.with(failed)).not.toContain('posts')
    },
  )

  it('the document names plugin and versions', () => {
    expect(readRecord('', TESTED).with(passed)).toContain(
      'Results of plugin `0123456789ab` and adapter `fedcba987654`, with WordPress 6.9.1, WooCommerce Subscriptions Core, PHP 8.2.1 and MariaDB 11.8.2:',
    )
  })
})
