import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { z } from 'zod'
import { StoreId } from '../../domain/ids.ts'
import type { Language } from '../../locales/language.ts'
import type { GivenOptions, SharedOptions } from '../../payments/ports/platform-commands.ts'
import { type PolicyInput, parsePolicyInput } from '../../payments/ports/policy.ts'
import type { StoreField, StoreRefusal } from '../../payments/ports/store-connecting.ts'
import { MIN_SECRET_LENGTH, SHORT_SECRET } from '../../payments/stores/webhook-secret-rules.ts'
import { UserError } from '../../runtime/failure.ts'
import { WrongUse } from '../terminal/command-line.ts'
import { pastedOption, readSecretFile, readSecrets } from './secret-options.ts'

/** Secrets are read and pasted blanks stripped. */
export interface StoreOptions {
  id: string
  name?: string
  locale?: Language
  platform?: string
  secretKey?: string
  publishableKey?: string
  webhookSecret?: string
  allowShort?: boolean
  notifyUrl?: string
  ordersUrl?: string
  policy?: string
  previousSecretUntil?: Date
  force?: boolean
  yes?: boolean
  [option: string]: unknown
}

const FREE_TEXT: readonly string[] = ['name', 'policy']

/**
 * An option with a sibling `--NAME-file` is a secret; the variable of `environment` that
 * `variables` names may hold it instead. `names`: the given options, in kebab case.
 */
export const readStoreOptions = (
  command: Command,
  from: { variables: Readonly<Record<string, string>>; environment: NodeJS.ProcessEnv },
): { options: Record<string, unknown>; names: string[] } => {
  const given: Record<string, unknown> = Object.fromEntries(
    command.options.map((option) => [
      option.name(),
      command.getOptionValue(option.attributeName()),
    ]),
  )
  const secretNames = Object.keys(given).filter((name) => Object.hasOwn(given, `${name}-file`))
  const files = secretNames.map((name) => `${name}-file`)
  const secrets = readSecrets(given, {
    variables: Object.fromEntries(secretNames.map((name) => [name, from.variables[name] ?? ''])),
    environment: from.environment,
    readInput: () => readFileSync(0, 'utf8'),
    warn: (line) => process.stderr.write(`${line}\n`),
  })
  const values = Object.entries(given)
    .filter(([name]) => !files.includes(name))
    .map(([name, value]): [string, unknown] => [
      name,
      secrets[name] ?? (typeof value === 'string' ? cleaned(name, value) : value),
    ])
  return {
    options: Object.fromEntries(values.map(([name, value]) => [camelCase(name), value])),
    names: values.flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [name],
    ),
  }
}

const cleaned = (name: string, text: string): string =>
  FREE_TEXT.includes(name) ? text : pastedOption(name, text)

export const camelCase = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

const textOf = (options: StoreOptions, name: string): string | undefined => {
  const value = options[camelCase(name)]
  return typeof value === 'string' ? value : undefined
}

export const required = (options: StoreOptions, name: string): string => {
  const value = textOf(options, name)
  if (!value) throw new WrongUse(`Required option '--${name}' not specified.`)
  return value
}

export const sharedOptions = (options: StoreOptions): SharedOptions => ({
  id: StoreId.parse(options.id),
  name: options.name ?? options.id,
  locale: options.locale ?? 'es',
  secretKey: required(options, 'secret-key'),
  publishableKey: options.publishableKey ?? null,
  webhookSecret: required(options, 'webhook-secret'),
  allowShort: options.allowShort,
  policy: readPolicy(options.policy),
  previousSecretUntil: options.previousSecretUntil,
})

export const readPolicy = (text: string | undefined): PolicyInput | undefined => {
  if (text === undefined) return undefined
  const read = parsePolicyInput(jsonOf(text))
  if (read.ok) return read.policy
  throw new UserError(`--policy: ${read.problems.join('; ')}`)
}

/** `null` resets a decision to its default. */
export const readPolicyChanges = (
  text: string | undefined,
): Record<string, unknown> | undefined => {
  if (text === undefined) return undefined
  const { data } = z.record(z.string(), z.unknown()).safeParse(jsonOf(text))
  if (!data) throw new WrongUse('--policy: expected a JSON object')
  return data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongUse('--policy: expected a JSON object')
  }
}

export const FLAG_OF: Record<StoreField, string> = {
  id: '--id',
  name: '--name',
  secretKey: '--secret-key',
  notifyUrl: '--notify-url',
  ordersUrl: '--orders-url',
  siteUrl: '--site',
  publishableKey: '--publishable-key',
  webhookSecret: '--webhook-secret',
  policy: '--policy',
  previousSecretUntil: '--previous-secret-until',
}

/** Builds the error for a refused connection; names the option at fault. */
export const refusedBy = ({ field, reason }: StoreRefusal): UserError =>
  new UserError(`${FLAG_OF[field]}: ${reason === SHORT_SECRET.en ? SHORT_AT_TERMINAL : reason}`)

/**
 * Names the option that allows a short secret; the API's text names an owner's permission instead.
 */
export const SHORT_AT_TERMINAL = `has fewer than ${MIN_SECRET_LENGTH} characters: anyone who guesses it can report orders as paid. If the gateway offers no longer secret, pass --allow-short`

export const givenOptions = (options: StoreOptions): GivenOptions => ({
  text: (name) => textOf(options, name),
  required: (name) => required(options, name),
  shared: () => sharedOptions(options),
  refusedBy,
  secretFile: readSecretFile,
})
