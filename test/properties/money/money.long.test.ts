import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useStarted } from '../../support/use-world.ts'
import { THINGS } from './accounts.ts'
import { type SavedCards, saveCards } from './act.ts'
import { FAULT_MIXES } from './faults.ts'
import { startMoneyWorld } from './money-world.ts'
import { play } from './play.ts'
import { batchOf } from './steps.ts'
import { VARIANTS } from './variants.ts'

/**
 * A seed reproduces a run except for the order of concurrent steps. `MONEY_SEED` repeats a run,
 * `MONEY_HISTORIES` plays more. A run plays a third of the batches, another one by each seed, or all
 * with `MONEY_SHARE=1`.
 */
const SEED = Number(process.env.MONEY_SEED ?? fc.readConfigureGlobal().seed ?? Date.now() % 1e6)
const HISTORIES = Number(process.env.MONEY_HISTORIES ?? 150)
const SHARE = Number(process.env.MONEY_SHARE ?? 3)
const PER_BATCH = Math.max(4, Math.min(9, Math.ceil(HISTORIES / VARIANTS.length)))

const allBatches = Array.from(
  { length: Math.max(VARIANTS.length, Math.ceil(HISTORIES / PER_BATCH)) },
  (_, index) => {
    const variant = VARIANTS[index % VARIANTS.length] ?? { name: '', profile: {} }
    // Another fault per variant in each run, all of them in every run.
    const conflict = FAULT_MIXES[(index + SEED) % FAULT_MIXES.length] ?? { name: '', faults: {} }
    return { index, variant, conflict, name: `${index}, ${variant.name}, ${conflict.name}` }
  },
)
const batches = allBatches.filter(({ index }) => index % SHARE === SEED % SHARE)

let cards: SavedCards
const world = useStarted(startMoneyWorld)
beforeAll(async () => {
  const histories = `${batches.length * PER_BATCH} in ${batches.length} batches`
  process.stdout.write(`money histories: ${histories}, MONEY_SEED=${SEED}\n`)
  cards = await saveCards(world)
})

let orders = 0
const had: string[] = []

describe('money histories', () => {
  it.each(batches)(
    'gateway, database and store agree on the money after batch $name',
    async ({ index, variant, conflict }) => {
      // Concurrent histories are not reproducible, so shrinking is useless.
      const [batch] = fc.sample(batchOf(PER_BATCH), { seed: SEED + index, numRuns: 1 })
      if (!batch) throw new Error('Nothing was drawn')
      const firstOrder = orders + 1
      orders += PER_BATCH
      const played = await play(world, { batch, variant, conflict, cards, firstOrder })
      had.push(...played.had)
      const again = `MONEY_SEED=${SEED} MONEY_SHARE=${SHARE} MONEY_HISTORIES=${HISTORIES} npx vitest run --mode long test/properties/money -t 'batch ${index},'`
      const circumstances = JSON.stringify({ policy: batch.policy, meanwhile: batch.meanwhile })
      const words = [...played.wrong, circumstances, `Again: ${again}`].join('\n')
      expect(played.wrong, words).toEqual([])
    },
  )

  it('the histories cover every case that they must contain', () => {
    const counts = new Map([...THINGS, 'crash'].map((thing) => [thing, 0]))
    for (const thing of had) counts.set(thing, (counts.get(thing) ?? 0) + 1)
    process.stdout.write(`money histories had: ${JSON.stringify(Object.fromEntries(counts))}\n`)
    // A share of the batches, or a single one, need not cover all cases.
    const isWhole = orders === allBatches.length * PER_BATCH
    const missing = [...counts].filter(([, count]) => count === 0)
    if (isWhole) expect(missing).toEqual([])
  })
})
