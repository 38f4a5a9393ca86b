import { readFileSync } from 'node:fs'
import { readSettings, type Settings, SettingsError } from '../../../config/settings.ts'
import { readClockOffsetMs } from '../../db/test-clock.ts'
import { addMs, systemClock } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/log.ts'
import { printable } from '../../runtime/printable.ts'
import type { ProgramEnd } from '../../runtime/program.ts'
import { inWordsOfCaller } from '../command-line.ts'
import type { CommandProgram } from '../command-program.ts'
import { checkDatabase } from './check-database.ts'
import { checkGateway, checkRedis, checkSpace } from './check-outside.ts'
import { checkSealingKeys, checkSecretKeys, checkWebhooks } from './check-stores.ts'
import { type Finding, failed, ok, type Verdict, worstOf } from './finding.ts'

const EXIT_CODES: Readonly<Record<Verdict, number>> = { ok: 0, failed: 1, warning: 2 }

/** Looks at all that Puente stands on, and says what to do about what is wrong. Changes nothing. */
export const doctor = async (
  program: CommandProgram,
  { json }: { json: boolean },
): Promise<ProgramEnd> => {
  const findings = (await examine(program)).map((finding) => ({
    ...finding,
    cure: finding.cure && inWordsOfCaller(finding.cure),
  }))
  const verdict = worstOf(findings)
  if (json) console.log(JSON.stringify({ verdict, checks: findings }, null, 2))
  else printFindings(findings)
  return { exitCode: EXIT_CODES[verdict] }
}

const examine = async (program: CommandProgram): Promise<Finding[]> => {
  const versions = checkVersions()
  const { platforms } = program
  const read = readOrComplain(platforms)
  if ('check' in read) return [versions, read]
  const { settings } = read
  const log = createLog({ level: 'error', service: 'doctor' })
  const [database, redis, gateway, space] = await Promise.all([
    checkDatabase(program, { settings, platforms, log }),
    checkRedis(settings),
    checkGateway(settings),
    checkSpace(settings),
  ])
  const findings = [versions, SETTINGS_RIGHT, ...database.findings, redis, ...gateway, space]
  if (!database.db) return findings
  const { query } = database.db
  const now = addMs(systemClock.now(), await readClockOffsetMs(query))
  const sealingKeys = await checkSealingKeys(query, { settings, platforms })
  return [
    ...findings,
    sealingKeys,
    ...(sealingKeys.verdict === 'ok' ? await checkSecretKeys(query, { settings, log }) : []),
    ...(await checkWebhooks(query, { settings, now })),
  ]
}

const checkVersions = (): Finding => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return ok({
    check: 'versions',
    text: `Puente ${version} on Node ${process.versions.node}.`,
    details: { puente: String(version), node: process.versions.node },
  })
}

const SETTINGS_RIGHT = ok({ check: 'settings', text: 'The settings can be read.' })

const readOrComplain = (
  platforms: CommandProgram['platforms'],
): { settings: Settings } | Finding => {
  try {
    return { settings: readSettings(process.env, '.env', platforms) }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const cure = 'Correct them in the environment or in .env; config/example.env explains each one.'
    return failed({ check: 'settings', text: error.message, cure })
  }
}

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
