import { platforms } from '../../adapters/registry.ts'
import { type Puente, startPuente } from '../../src/puente.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { commandOf, type Printed, settingsOf } from './command.ts'
import { copyOfDatabase, databaseWithTables, queryAt } from './fresh-database.ts'
import type { Json, World } from './world.ts'

/** A world whose gateway keeps its own database when Puente's is restored. */
export interface RestorableWorld<Its extends World> {
  world: Its
  start(): Promise<Puente>
  backUp(): Promise<string>
  restore(backup: string): Promise<void>
  query(statement: string): Promise<Record<string, unknown>[]>
  puente(...args: readonly string[]): Promise<Printed>
  check(...args: readonly string[]): Promise<Json>
}

export const restorableWorld = async <Its extends World>(
  open: (through: () => Promise<string>) => Promise<Its>,
): Promise<RestorableWorld<Its>> => {
  let databaseUrl = await databaseWithTables()
  const world = await open(async () => databaseUrl)
  const start = (): Promise<Puente> =>
    startPuente({
      settings: { GATEWAY_PORTAL_URL: `${world.sandbox.url}/portal`, ...world.settings },
      platforms,
      databaseUrl,
      log: createLog({ level: 'silent', service: 'test' }),
      gatewayBaseUrl: `${world.sandbox.url}/v1`,
      gatewayEmbedBaseUrl: `${world.sandbox.url}/embed/v1`,
      publicUrl: world.url,
    })
  const puente = (...args: readonly string[]) =>
    commandOf('puente', () => ({
      ...settingsOf(world),
      ...SETTINGS_OF_SHOPS,
      DATABASE_URL: databaseUrl,
    }))(...args)
  return {
    world,
    start,
    backUp: async () => {
      await world.puente.close()
      const backup = await copyOfDatabase(databaseUrl)
      world.puente = await start()
      return backup
    },
    restore: async (backup) => {
      // The test clock is a row of the database; a real clock is not in the backup.
      const [clock] = await queryAt(databaseUrl, 'SELECT offset_ms FROM puente.test_clock')
      await world.puente.close()
      databaseUrl = backup
      const offset = `UPDATE puente.test_clock SET offset_ms = ${clock?.offset_ms}`
      await queryAt(databaseUrl, offset)
    },
    query: (statement) => queryAt(databaseUrl, statement),
    puente,
    check: async (...args) => {
      const { stdout, stderr, exitCode } = await puente('restore-check', '--json', ...args)
      if (!stdout) throw new Error(stderr)
      return { exitCode, ...JSON.parse(stdout) }
    },
  }
}

const SETTINGS_OF_SHOPS = { WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true' }

/** Order ids of the lost payments with this action, sorted. */
export const lostPayments = (report: Json, action: string): string[] =>
  report.stores
    .flatMap(({ differences }: Json) => differences)
    .filter((each: Json) => each.kind === 'payment_unknown' && each.action === action)
    .map(({ details }: Json) => details.external_reference)
    .sort()

/** What the gateway has of each order. */
export const moneyAtGateway = async (
  world: World,
  ids: readonly (string | number)[],
): Promise<Json> =>
  Object.fromEntries(
    await Promise.all(
      ids.map(async (id) => {
        const response = await fetch(`${world.sandbox.url}/v1/payments?external_reference=${id}`, {
          headers: { authorization: 'Bearer sk_test_sandbox' },
        })
        const { data }: Json = await response.json()
        return [
          id,
          data.map(
            (one: Json) => `${one.id} ${one.status} ${one.total} -${one.refunded_amount ?? 0}`,
          ),
        ]
      }),
    ),
  )
