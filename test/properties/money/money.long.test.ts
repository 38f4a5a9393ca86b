import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { THINGS } from './accounts.ts'
import { type SavedCards, saveCards } from './act.ts'
import { TROUBLES } from './faults.ts'
import { type MoneyWorld, startMoneyWorld } from './money-world.ts'
import { play } from './play.ts'
import { batchOf } from './steps.ts'
import { VARIANTS } from './variants.ts'

/**
 * What happens in a run follows from its seed, as far as the order of things that happen at once
 * does. `MONEY_SEED` draws the histories of an earlier run again, `-t` picks one batch of them, and
 * `MONEY_HISTORIES` makes more.
 */
const SEED = Number(process.env.MONEY_SEED ?? fc.readConfigureGlobal().seed ?? Date.now() % 1e6)
const HISTORIES = Number(process.env.MONEY_HISTORIES ?? 150)
/** Every variant in every run, however few histories there are. */
const PER_BATCH = Math.max(4, Math.min(9, Math.ceil(HISTORIES / VARIANTS.length)))

const batches = Array.from(
  { length: Math.max(VARIANTS.length, Math.ceil(HISTORIES / PER_BATCH)) },
  (_, index) => {
    const variant = VARIANTS[index % VARIANTS.length] ?? { name: '', profile: {} }
    // Another trouble for each variant in each run, and all troubles in every run.
    const conflict = TROUBLES[(index + SEED) % TROUBLES.length] ?? { name: '', faults: {} }
    return { index, variant, conflict, name: `${index}, ${variant.name}, ${conflict.name}` }
  },
)

let world: MoneyWorld
let cards: SavedCards
beforeAll(async () => {
  const histories = `${batches.length * PER_BATCH} in ${batches.length} batches`
  process.stdout.write(`money histories: ${histories}, MONEY_SEED=${SEED}\n`)
  world = await startMoneyWorld()
  cards = await saveCards(world)
})
afterAll(() => world.close())

let orders = 0
const had: string[] = []

describe('money at the gateway, in the database and told to the shop is the same in the end, whatever happens', () => {
  it.each(batches)('batch $name', async ({ index, variant, conflict }) => {
    // Histories that go on at once are not the same twice, so there is nothing to shrink.
    const [batch] = fc.sample(batchOf(PER_BATCH), { seed: SEED + index, numRuns: 1 })
    if (!batch) throw new Error('Nothing was drawn')
    const firstOrder = orders + 1
    orders += PER_BATCH
    const played = await play(world, { batch, variant, conflict, cards, firstOrder })
    had.push(...played.had)
    const again = `MONEY_SEED=${SEED} MONEY_HISTORIES=${HISTORIES} npx vitest run --mode long test/properties/money -t 'batch ${index},'`
    const circumstances = JSON.stringify({ policy: batch.policy, meanwhile: batch.meanwhile })
    const words = [...played.wrong, circumstances, `Again: ${again}`].join('\n')
    expect(played.wrong, words).toEqual([])
  })

  it('and the histories had in them what they are about', () => {
    const counts = new Map([...THINGS, 'crash'].map((thing) => [thing, 0]))
    for (const thing of had) counts.set(thing, (counts.get(thing) ?? 0) + 1)
    process.stdout.write(`money histories had: ${JSON.stringify(Object.fromEntries(counts))}\n`)
    // One batch that is run again alone need not have all of them.
    const isWhole = orders === batches.length * PER_BATCH
    const missing = [...counts].filter(([, count]) => count === 0)
    if (isWhole) expect(missing).toEqual([])
  })
})
