import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import { storeSecretVariables } from '../../../config/settings.ts'
import { readSecrets } from './secret-options.ts'

const variables = storeSecretVariables(platforms)
const folder = mkdtempSync(join(tmpdir(), 'puente-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (
  given: Record<string, string>,
  { environment = {}, input = '' }: { environment?: Record<string, string>; input?: string } = {},
) => {
  const warnings: string[] = []
  const warn = (line: string) => void warnings.push(line)
  const secrets = readSecrets(given, { variables, environment, readInput: () => input, warn })
  return { secrets, warnings }
}

it('a secret from a file loses its trailing line break and causes no warning', () => {
  const path = join(folder, 'key')
  writeFileSync(path, 'sk_test_1\n')
  const { secrets, warnings } = read({ 'secret-key-file': path })
  expect(secrets).toEqual({ 'secret-key': 'sk_test_1' })
  expect(warnings).toEqual([])
})

it('pasted invisible characters are stripped from every source of a secret', () => {
  const path = join(folder, 'pasted')
  writeFileSync(path, '\ufeffsk_test_1\u00a0\r\n')
  expect(read({ 'secret-key-file': path }).secrets).toEqual({ 'secret-key': 'sk_test_1' })
  expect(read({ 'secret-key': 'sk_test_1\n' }).secrets).toEqual({ 'secret-key': 'sk_test_1' })
  const environment = { PUENTE_WEBHOOK_SECRET: 'whsec_1\u200b ' }
  expect(read({}, { environment }).secrets).toEqual({ 'webhook-secret': 'whsec_1' })
  const piped = read({ 'secret-key': '-' }, { input: '\u200fsk_test_1\u200b\n' })
  expect(piped.secrets).toEqual({ 'secret-key': 'sk_test_1' })
  expect(() => read({ 'secret-key': 'sk_test\u200b_1' })).toThrow(
    '--secret-key: Has an invisible character inside (U+200B, character 8)',
  )
})

it('standard input holds one secret per line, whatever the order of arguments', () => {
  const { secrets, warnings } = read(
    { 'webhook-secret': '-', 'secret-key': '-' },
    { input: 'sk_test_1\r\nwhsec_1\n' },
  )
  expect(secrets).toEqual({ 'secret-key': 'sk_test_1', 'webhook-secret': 'whsec_1' })
  expect(warnings).toEqual([])
  expect(() =>
    read({ 'webhook-secret': '-', 'secret-key': '-' }, { input: 'sk_test_1\n' }),
  ).toThrow('expected 2 lines, for --secret-key, --webhook-secret in this order')
})

it('an environment variable is the default for a missing argument', () => {
  const environment = { PUENTE_SECRET_KEY: 'sk_test_1', PUENTE_CLIENT_SECRET: 'c' }
  expect(read({}, { environment }).secrets).toEqual({
    'secret-key': 'sk_test_1',
    'client-secret': 'c',
  })
  expect(read({ 'secret-key': '-' }, { environment, input: 'sk_test_2' }).secrets).toMatchObject({
    'secret-key': 'sk_test_2',
  })
})

it('a secret as an argument works, with a warning that does not repeat it', () => {
  const { secrets, warnings } = read({ 'secret-key': 'sk_test_1' })
  expect(secrets).toEqual({ 'secret-key': 'sk_test_1' })
  expect(warnings.join()).toContain('--secret-key is visible in the process list')
  expect(warnings.join()).not.toContain('sk_test_1')
})

it('a secret given twice or in a missing file is refused', () => {
  expect(() => read({ 'secret-key': 'sk_test_1', 'secret-key-file': '/x' })).toThrow('not both')
  expect(() => read({ 'secret-key-file': '/none/such' })).toThrow(
    '--secret-key-file: cannot read the file (ENOENT',
  )
})

it('a key with a blank is refused by its option, and a signing secret keeps its blank', () => {
  expect(() => read({ 'secret-key': 'sk_test_1 enabled' })).toThrow('--secret-key: Has a blank')
  expect(() => read({ 'client-secret': 'a b' })).toThrow('--client-secret: Has a blank')
  expect(read({ 'webhook-secret': 'open sesame' }).secrets['webhook-secret']).toBe('open sesame')
})
