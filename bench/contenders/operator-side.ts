import { openRefusedActs } from '../../src/db/people/refused-acts.ts'
import { createPartitionsAhead } from '../../src/db/privacy/partitions.ts'
import { accept } from '../../src/people/members/accept.ts'
import { invite } from '../../src/people/members/invite.ts'
import { openPeople, SESSION_SECRET_PURPOSE } from '../../src/people/members/people.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createIds } from '../../src/runtime/ids.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { createSecretSealer } from '../../src/runtime/secrets/sealed-secrets.ts'
import { insertOperatorRows, storeNumber } from '../load/operator-rows.ts'
import { say } from '../measure/progress.ts'
import { digits } from '../report/section.ts'
import {
  BENCH_STORE,
  type BenchServer,
  type Installation,
  startBenchServer,
  withDb,
} from './installation.ts'

export const STORES = 1_000
export const STORE_OF_ONE = 7

export const PEOPLE = { one: 'one store', all: `${digits(STORES)} stores` } as const
export type Who = keyof typeof PEOPLE

export interface OperatorSide {
  key: 'few' | 'many'
  payments: number
  installation: Pick<Installation, 'port' | 'environment'>
  cookies: Record<Who, string>
}

const LARGE_BELOW = 100
/** Whether the stores have too few payments for a full page. */
export const hasLargeStore = (payments: number): boolean => payments / STORES < LARGE_BELOW

const MONTHS = 13
const MONTH_MS = 28 * 24 * 3_600_000

export interface OperatorSides {
  /** Fills the side's database on the first call. */
  filled(side: Pick<OperatorSide, 'key' | 'payments'>): Promise<OperatorSide>
  stop(): Promise<void>
}

/** Sides that several lanes read: filling one with a million payments takes minutes. */
export const openOperatorSides = (): OperatorSides => {
  const sides = new Map<OperatorSide['key'], OperatorSide>()
  let server: BenchServer | undefined
  return {
    filled: async (side) => {
      server ??= await startBenchServer()
      const filled = sides.get(side.key) ?? (await fillSide(server, side))
      sides.set(side.key, filled)
      return filled
    },
    stop: async () => server?.stop(),
  }
}

/** As a million payments in a year would. */
const fillSide = async (
  server: Pick<BenchServer, 'install'>,
  { key, payments }: Pick<OperatorSide, 'key' | 'payments'>,
): Promise<OperatorSide> => {
  const startedAt = performance.now()
  const installation = await server.install(key, { [BENCH_STORE]: null })
  const { observer } = installation
  await withDb(installation.databaseUrl, async ({ query }) => {
    for (let month = 0; month <= MONTHS; month++) {
      await createPartitionsAhead(query, new Date(Date.now() - month * MONTH_MS))
    }
  })
  // The store of one has a thousand payments on both sides, so that a page of it is as long.
  const large = hasLargeStore(payments) ? STORE_OF_ONE : undefined
  await insertOperatorRows(observer, { template: BENCH_STORE, stores: STORES, payments, large })
  await observer.query(
    `INSERT INTO organizations (id, name, created_at) VALUES ('one', 'One', now())`,
  )
  await observer.query(`UPDATE stores SET organization_id = 'one' WHERE id = $1`, [
    storeNumber(STORE_OF_ONE),
  ])
  const cookies = { one: await signIn(installation, 'one'), all: await signIn(installation, 'all') }
  const seconds = (performance.now() - startedAt) / 1_000
  say(`${digits(payments)} payments were written in ${digits(seconds)} seconds`)
  return { key, payments, installation, cookies }
}

const PASSWORD = 'correct horse battery staple'
const log = createLog({ level: 'error', service: 'bench' })

const signIn = ({ databaseUrl, environment, port }: Installation, who: Who): Promise<string> =>
  withDb(databaseUrl, async ({ query }) => {
    const [id = '', key = ''] = (environment.SEALING_KEYS ?? '').split(':')
    const sealer = createSecretSealer([{ id, key: Buffer.from(key, 'base64') }])
    const ids = createIds(systemClock)
    const publicUrl = `http://localhost:${port}`
    const refusedActions = openRefusedActs({ query, log })
    const people = openPeople({
      ...{ query, ids, publicUrl, clock: systemClock, log, refusedActions, sealer },
      secret: sealer.derive(SESSION_SECRET_PURPOSE),
    })
    const links = { query, ids, publicUrl, now: systemClock.now() }
    const email = `${who}@example.com`
    const organizationId = who === 'one' ? 'one' : 'main'
    const invited = await invite(links, { email, organizationId, role: 'owner', madeBy: undefined })
    if (invited.outcome !== 'invited') throw new Error(invited.outcome)
    const token = invited.link.url.slice(invited.link.url.lastIndexOf('/') + 1)
    const form = { name: who, email, password: PASSWORD }
    const accepted = await accept(people, links, { token, form, address: 'bench' })
    await refusedActions.close()
    if (accepted.outcome !== 'signed-in') throw new Error(accepted.outcome)
    return accepted.cookies.map((line) => line.split(';', 1)[0]).join('; ')
  })
