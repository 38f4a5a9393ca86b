import { setTimeout as sleep } from 'node:timers/promises'
import { noFaults } from '../../sandbox/gateway/faults/settings.ts'
import { defaultProfile } from '../../sandbox/gateway/profile.ts'
import { errorMessage } from '../../src/runtime/failure.ts'
import { type Account, live, newAccount, open, saveCards } from '../properties/money/act.ts'
import type { Interruption } from '../properties/money/steps.ts'
import { FINAL_PROFILE } from '../properties/money/variants.ts'
import { DISASTER_NAMES, DISASTERS, type Disaster, type DisasterName } from './disasters.ts'
import { drawFrom } from './draw.ts'
import type { HistoryPlan, PlannedDisaster } from './history-plan.ts'
import { finalReconciliation } from './last-reconciliation.ts'
import { passUntilQuiet, quiet } from './until-quiet.ts'
import { judge, type Verdict } from './verdict.ts'
import { type ChaosWorld, startChaosWorld } from './world/chaos-world.ts'
import type { Lane } from './world/lane.ts'
import type { Killed } from './world/mortals.ts'

export interface PlayedHistory extends Verdict {
  plan: HistoryPlan
  orders: number
  story: string[]
  struck: DisasterName[]
  killed: Killed
  seconds: number
}

export const playHistory = async (
  lane: Lane,
  plan: HistoryPlan,
  { onMoment }: { onMoment: (what: string) => void },
): Promise<PlayedHistory> => {
  const startedAt = Date.now()
  const story: string[] = []
  const notify = (what: string) => {
    story.push(`${((Date.now() - startedAt) / 1000).toFixed(2)} s ${what}`)
    onMoment(what)
  }
  const struck: DisasterName[] = []
  const accounts = plan.batch.histories.map((_, index) => newAccount(`C${plan.seed}-${index + 1}`))
  const draw = drawFrom(plan.seed)
  const world = await startChaosWorld(lane, { seed: plan.seed, draw, policy: plan.batch.policy })
  const lived = () => ({
    plan,
    orders: accounts.length,
    story,
    struck,
    killed: world.killed,
    seconds: (Date.now() - startedAt) / 1000,
  })
  try {
    const strike = async ({ name, afterMs }: PlannedDisaster): Promise<void> => {
      const disaster: Disaster = DISASTERS[name]
      await sleep(afterMs)
      struck.push(name)
      notify(`${name} …`)
      notify(`… ${name} ${await disaster.strike(world)}`)
    }
    notify('people come')
    await liveWithPeople(world, { plan, accounts, strike, notify })
    notify('nothing goes wrong any more')
    await endFaults(world)
    await passUntilQuiet(world, notify)
    notify('quiet')
    const isRefundedByPolicy = plan.batch.policy.on_conflict === 'refund'
    const found = await finalReconciliation(world)
    await revealAllFacts(world)
    const verdict = await judge(world, { accounts, isReversedByPolicy: isRefundedByPolicy })
    return { ...lived(), ...verdict, wrong: [...verdict.wrong, ...found] }
  } catch (error) {
    const nothing = { acknowledged: 0, lost: 0, charges: 0, refunds: 0 }
    return { ...lived(), ...nothing, wrong: [errorMessage(error)] }
  } finally {
    await calmLane(world)
    await world.close()
  }
}

/**
 * Reveals facts of payments that some profiles hide. A profile change also ends payments left open
 * under the previous one.
 */
const revealAllFacts = async (world: ChaosWorld): Promise<void> => {
  await world.put('profile', defaultProfile)
  await world.clocks.pass(1)
  await quiet(world)
}

const canHappen = ({ needs }: Disaster, { redis, addresses, disk }: Lane): boolean => {
  switch (needs) {
    case 'redis':
      return redis !== undefined
    case 'engines behind addresses':
      return addresses !== undefined
    case 'a disk that can be filled':
      return disk.canBeFilled
    case undefined:
      return true
  }
}

export const possibleDisasters = (lane: Lane): DisasterName[] =>
  DISASTER_NAMES.filter((name) => canHappen(DISASTERS[name], lane))

const LONGEST_HESITATION_MS = 1_500

const liveWithPeople = async (
  world: ChaosWorld,
  {
    plan,
    accounts,
    strike,
    notify,
  }: {
    plan: HistoryPlan
    accounts: readonly Account[]
    strike: (planned: PlannedDisaster) => Promise<void>
    notify: (what: string) => void
  },
): Promise<void> => {
  const { batch, disasters } = plan
  const { draw } = world
  const cards = await saveCards(world)
  await world.put('profile', { ...defaultProfile, ...plan.profile })
  await world.put('faults', plan.faults)
  const people = batch.histories.flatMap((history, index) => {
    const account = accounts[index]
    return account ? [{ history, account }] : []
  })
  for (const [stretch, meanwhile] of [...batch.meanwhile, 'nothing' as const].entries()) {
    const strikes = async () => {
      for (const planned of disasters.filter((each) => each.stretch === stretch)) {
        await strike(planned)
      }
    }
    await Promise.all([
      strikes(),
      ...people.map(async ({ history, account }) => {
        // Staggered, so each disaster hits an action in progress.
        await sleep(draw.between(0, LONGEST_HESITATION_MS))
        if (stretch === 0) await open(world, { account, cards, opening: history.opening })
        await live(world, { account, cards, groups: history.stretches[stretch] ?? [] })
      }),
    ])
    notify(`meanwhile: ${meanwhile}`)
    await MEANWHILE[meanwhile](world)
  }
}

const MEANWHILE: Record<Interruption, (world: ChaosWorld) => Promise<void>> = {
  nothing: () => sleep(20),
  settlement: async ({ control }) => {
    await control('/sandbox/settle', {})
  },
  minutes: ({ clocks }) => clocks.pass(12 * 60),
  'a-day': ({ clocks }) => clocks.pass(24 * 60 * 60),
}

const endFaults = async (world: ChaosWorld): Promise<void> => {
  await world.load.stop()
  await world.put('faults', noFaults(0))
  await world.put('profile', FINAL_PROFILE)
  await Promise.all([world.web, ...world.workers].map((process) => process.running()))
}

const calmLane = async ({ lane: { line } }: ChaosWorld): Promise<void> => {
  line.onPass(undefined)
  line.always(undefined)
}
