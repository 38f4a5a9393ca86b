import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Cell, failuresOf } from './cell.ts'
import type { Storage } from './options.ts'

/** What a result depends on: the plugin's checksum and the versions around it. */
export type Circumstances = Record<string, string>

interface Kept {
  circumstances: Circumstances
  cells: readonly Cell[]
}

export interface KeptCells {
  /** Finds a shop that passed. */
  find(woocommerce: string, storage: Storage): Cell | undefined
  keep(cell: Cell): void
}

/**
 * Cells of a file, for a run that goes on where an earlier one ended. A file of other circumstances
 * counts as empty, and is replaced with the first cell.
 */
export const keptCells = (file: string, circumstances: Circumstances): KeptCells => {
  const kept = read(file)
  const isSame = JSON.stringify(kept?.circumstances) === JSON.stringify(circumstances)
  let cells = isSame ? (kept?.cells ?? []) : []
  return {
    find: (woocommerce, storage) =>
      cells.find(
        (cell) =>
          cell.woocommerce === woocommerce &&
          cell.storage === storage &&
          failuresOf(cell).length === 0,
      ),
    keep: (cell) => {
      const others = cells.filter(
        ({ woocommerce, storage }) => woocommerce !== cell.woocommerce || storage !== cell.storage,
      )
      cells = [...others, cell]
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ circumstances, cells } satisfies Kept))
    },
  }
}

const read = (file: string): Kept | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
