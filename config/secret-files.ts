import { readFileSync } from 'node:fs'
import { errorCode } from '../src/runtime/error-code.ts'
import { trimPasted } from '../src/runtime/text/pasted.ts'

/** Settings that `NAME_FILE` can provide, as Docker and Kubernetes mount secrets. */
export const SECRET_SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'SEALING_KEYS',
  'DEMO_API_KEY',
  'PUENTE_API_KEY',
  'CONNECT_CODE',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'ALERT_SLACK_URL',
  'ALERT_WEBHOOK_SECRET',
  'SANDBOX_DATABASE_URL',
  'SANDBOX_SECRET_KEY',
  'SANDBOX_LIVE_SECRET_KEY',
  'SANDBOX_WEBHOOK_SECRET',
  'SANDBOX_CONTROL_KEY',
]

export interface ReadSecrets {
  values: NodeJS.Dict<string>
  /** Never quotes a file. */
  problems: string[]
}

/** Adds secrets from their `NAME_FILE`, with surrounding blanks stripped. */
export const readSecretFiles = (
  variables: NodeJS.Dict<string>,
  names: readonly string[],
): ReadSecrets => {
  const values = { ...variables }
  const problems: string[] = []
  for (const name of names) {
    const path = variables[`${name}_FILE`]
    if (!path) continue
    if (variables[name]) {
      problems.push(`${name}_FILE: ${name} is set as well; set one of the two`)
      continue
    }
    try {
      values[name] = trimPasted(readFileSync(path, 'utf8'))
      if (!values[name]) problems.push(`${name}_FILE: ${path} is empty`)
    } catch (error) {
      problems.push(`${name}_FILE: cannot read ${path} (${codeOf(error)})`)
    }
  }
  return { values, problems }
}

const codeOf = (error: unknown): string => errorCode(error) ?? 'not readable'
