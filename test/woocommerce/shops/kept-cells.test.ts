import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Cell } from './cell.ts'
import { keptCells } from './kept-cells.ts'

const PLUGIN = { plugin: 'a1', php: '8.2' }
const passed: Cell = {
  woocommerce: '11.0.1',
  storage: 'posts',
  seconds: 60,
  results: [{ file: 'a.test.ts', name: 'pays', outcome: 'passed' }],
  flakes: [],
}
const failed: Cell = { ...passed, storage: 'tables', failure: 'the shop did not start' }

let folder: string
const file = () => join(folder, 'logs', 'cells.json')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'puente-cells-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('cells of an earlier run', () => {
  it('a shop that passed is found again; one that failed is not', () => {
    const earlier = keptCells(file(), PLUGIN)
    earlier.keep(passed)
    earlier.keep(failed)
    const later = keptCells(file(), PLUGIN)
    expect(later.find('11.0.1', 'posts')).toEqual(passed)
    expect(later.find('11.0.1', 'tables')).toBeUndefined()
    expect(later.find('8.9.3', 'posts')).toBeUndefined()
  })

  it('the newest result of a shop counts', () => {
    const cells = keptCells(file(), PLUGIN)
    cells.keep(passed)
    cells.keep({ ...passed, failure: 'the shop did not start' })
    expect(keptCells(file(), PLUGIN).find('11.0.1', 'posts')).toBeUndefined()
  })

  it('another plugin or PHP begins anew', () => {
    keptCells(file(), PLUGIN).keep(passed)
    expect(keptCells(file(), { ...PLUGIN, plugin: 'b2' }).find('11.0.1', 'posts')).toBeUndefined()
    keptCells(file(), { ...PLUGIN, plugin: 'b2' }).keep(failed)
    expect(keptCells(file(), PLUGIN).find('11.0.1', 'posts')).toBeUndefined()
  })

  it('a damaged file counts as empty', () => {
    writeFileSync(join(folder, 'cells.json'), '{"circumstances"')
    const cells = keptCells(join(folder, 'cells.json'), PLUGIN)
    expect(cells.find('11.0.1', 'posts')).toBeUndefined()
    cells.keep(passed)
    expect(keptCells(join(folder, 'cells.json'), PLUGIN).find('11.0.1', 'posts')).toEqual(passed)
  })
})
