import { readSettings, type Settings, SettingsError } from '../../../config/settings.ts'
import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { listStores } from '../../db/stores/stores.ts'
import { loadStoreHealth } from '../../payments/health/store-health.ts'
import { createLog } from '../../runtime/log/log.ts'
import { printable } from '../../runtime/text/printable.ts'
import { readVersion } from '../../runtime/version.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { checkDatabase } from './check-database.ts'
import { checkGateway, checkRedis, checkSpace } from './check-outside.ts'
import { checkRetention } from './check-retention.ts'
import { checkStorefronts } from './check-storefronts.ts'
import { checkHealth, checkSealingKeys, checkSecretKeys } from './check-stores.ts'
import { type Finding, failedCheck, ok, type Verdict, worstOf } from './finding.ts'

const EXIT_CODES: Readonly<Record<Verdict, number>> = { ok: 0, failed: 1, warning: 2 }

export const doctor = async (
  program: CommandProgram,
  { json }: { json: boolean },
): Promise<number> => {
  const findings = (await examine(program)).map((finding) => ({
    ...finding,
    // Alert texts name npm scripts; this reader uses the binary.
    cure: finding.cure?.replaceAll(/\bnpm run (\w+)(?: --)?/g, 'puente $1') ?? null,
  }))
  const verdict = worstOf(findings)
  if (json) printReportJson({ verdict, checks: findings })
  else printFindings(findings)
  return EXIT_CODES[verdict]
}

const examine = async (program: CommandProgram): Promise<Finding[]> => {
  const versions = checkVersions()
  const { platforms } = program
  let settings: Settings
  try {
    settings = readSettings(process.env, '.env', platforms)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const { message: text } = error
    return [versions, failedCheck({ check: 'settings', text, cure: CORRECT_SETTINGS })]
  }
  const log = createLog({ level: 'error', service: 'doctor' })
  const [database, redis, gateway, space] = await Promise.all([
    checkDatabase(program, { settings, platforms, log }),
    checkRedis(settings),
    checkGateway(settings),
    checkSpace(settings),
  ])
  const findings = [versions, VALID_SETTINGS, ...database.findings, redis, ...gateway, space]
  if (!database.db) return findings
  const { db } = database
  const { query } = db
  const now = await nowOfInstallation(query)
  const sealingKeys = await checkSealingKeys(query, { settings, platforms })
  const stores = (await listStores(query)).filter(({ disabled_at }) => disabled_at === null)
  const health = await loadStoreHealth(query, { stores, now })
  const canOpen = sealingKeys.verdict === 'ok'
  const checked = canOpen
    ? await checkSecretKeys(query, { stores, settings, log })
    : { findings: [], changed: new Map() }
  return [
    ...findings,
    ...(await checkRetention(query, { settings, now })),
    sealingKeys,
    ...checked.findings,
    ...(await checkHealth(query, health, { changed: checked.changed, settings, now })),
    ...(canOpen ? await checkStorefronts(health, { db, settings, platforms, now }) : []),
  ]
}

const checkVersions = (): Finding => {
  const version = readVersion()
  return ok({
    check: 'versions',
    text: `Puente ${version} on Node ${process.versions.node}.`,
    details: { puente: version, node: process.versions.node },
  })
}

const VALID_SETTINGS = ok({ check: 'settings', text: 'The settings are valid.' })

const CORRECT_SETTINGS =
  'Correct the settings; config/example.env explains each one. If the .env belongs to another program, run Puente in its own folder.'

const printFindings = (findings: readonly Finding[]): void => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  for (const { verdict, check, text, cure } of findings) {
    const [first = '', ...more] = text.split('\n')
    console.log(`${verdict.padEnd(7)}  ${printable(check).padEnd(width)}  ${printable(first)}`)
    const indent = ' '.repeat(9 + width + 2)
    for (const line of more) console.log(`${indent}${printable(line)}`)
    if (cure !== null) console.log(`${indent}→ ${printable(cure)}`)
  }
}
