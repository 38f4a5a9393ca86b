import { setTimeout as sleep } from 'node:timers/promises'
import { noFaults } from '../../../sandbox/gateway/faults/settings.ts'
import { defaultProfile } from '../../../sandbox/gateway/profile.ts'
import { policySchema } from '../../../src/payments/ports/policy.ts'
import { connectTestStore } from '../../support/world.ts'
import { readBooks, thingsIn, wrongIn } from './accounts.ts'
import { type Account, live, newAccount, open, type SavedCards } from './act.ts'
import type { FaultMix } from './faults.ts'
import { passLaterHours } from './later-hour.ts'
import type { MoneyWorld } from './money-world.ts'
import type { Batch, Interruption } from './steps.ts'
import { FINAL_PROFILE, type Variant } from './variants.ts'

const MOVES_MONEY = /^POST \/(v1\/payments|v1\/payment-methods|embed\/v1\/confirm)/

const CALM = noFaults(0)

export interface Played {
  /** Failed checks; empty on success. */
  wrong: string[]
  had: string[]
}

export const play = async (
  world: MoneyWorld,
  {
    batch,
    variant,
    conflict,
    cards,
    firstOrder,
  }: { batch: Batch; variant: Variant; conflict: FaultMix; cards: SavedCards; firstOrder: number },
): Promise<Played> => {
  const accounts = batch.histories.map((_, index) => newAccount(`M-${firstOrder + index}`))
  await begin(world, { batch, variant, conflict })
  await Promise.all(
    batch.histories.map(({ opening }, index) =>
      open(world, { account: accountAt(accounts, index), cards, opening }),
    ),
  )
  let crashes = () => 0
  for (const [stretch, meanwhile] of [...batch.meanwhile, 'nothing' as const].entries()) {
    if (conflict.crash && batch.crash.stretch === stretch) {
      crashes = crashAt(world, { crash: conflict.crash, call: batch.crash.call })
    }
    await Promise.all(
      batch.histories.map(({ stretches }, index) =>
        live(world, {
          account: accountAt(accounts, index),
          cards,
          groups: stretches[stretch] ?? [],
        }),
      ),
    )
    await world.running()
    await MEANWHILE[meanwhile](world)
  }
  world.line.onPass(undefined)
  await world.put('faults', CALM)
  await world.put('profile', FINAL_PROFILE)
  await passLaterHours(world, { orders: accounts.map(({ id }) => id) })
  await world.put('profile', defaultProfile)

  const isRefundedByPolicy = batch.policy.on_conflict === 'refund'
  const read = await Promise.all(
    accounts.map(async (account, index) => {
      const books = await readBooks(world, { account, isRefundedByPolicy })
      const story = JSON.stringify(batch.histories[index])
      const wrong = books ? wrongIn(books) : []
      return {
        wrong: wrong.map((what) => `${account.id}: ${what}\n    ${story}`),
        had: books ? thingsIn(books) : [],
      }
    }),
  )
  await closeUnpaidLinks(world)
  return {
    wrong: read.flatMap(({ wrong }) => wrong),
    had: [...read.flatMap(({ had }) => had), ...(crashes() > 0 ? ['crash'] : [])],
  }
}

/** Puente would keep polling these. */
const closeUnpaidLinks = async ({ sandboxUrl, control }: MoneyWorld): Promise<void> => {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const unpaid = `${sandboxUrl}/v1/payments?status=pending&per_page=100`
  const { data } = (await (await fetch(unpaid, { headers })).json()) as { data: { id: number }[] }
  for (const { id } of data) await control('/sandbox/portal/disable', { payment_id: id })
}

const accountAt = (accounts: readonly Account[], index: number): Account => {
  const account = accounts[index]
  if (!account) throw new Error(`There is no history ${index}`)
  return account
}

const begin = async (
  world: MoneyWorld,
  { batch, variant, conflict }: { batch: Batch; variant: Variant; conflict: FaultMix },
): Promise<void> => {
  await world.backToNow()
  await world.put('profile', { ...defaultProfile, ...variant.profile })
  await world.put('faults', { ...CALM, ...conflict.faults, seed: batch.faultSeed })
  await connectTestStore(world.watcher, {
    notifyUrl: world.shop.url,
    apiKey: world.apiKey,
    policy: policySchema.parse(batch.policy),
  })
  world.shop.answerNext(Array.from({ length: conflict.shopRefuses ?? 0 }, () => 503))
}

/** Kills Puente at its `call`-th request that moves money. Returns the number of kills. */
const crashAt = (
  world: MoneyWorld,
  { crash, call }: { crash: NonNullable<FaultMix['crash']>; call: number },
): (() => number) => {
  const stage = crash === 'before-the-call' ? 'on-its-way' : 'work-done'
  let calls = 0
  let crashes = 0
  world.line.onPass(async (route, passing) => {
    if (passing !== stage || !MOVES_MONEY.test(route) || calls++ !== call) return 'pass'
    crashes++
    await world.crash()
    return 'cut'
  })
  return () => crashes
}

const MEANWHILE: Record<Interruption, (world: MoneyWorld) => Promise<void>> = {
  nothing: () => sleep(20),
  settlement: async ({ control }) => {
    await control('/sandbox/settle', {})
  },
  minutes: ({ pass }) => pass(12 * 60),
  'a-day': ({ pass }) => pass(24 * 60 * 60),
}
