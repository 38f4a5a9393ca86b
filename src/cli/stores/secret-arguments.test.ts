import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import { storeSecretVariables } from '../../../config/settings.ts'
import { readSecrets } from './secret-arguments.ts'

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

it('a secret in a file is read without the line break at its end, and without a warning', () => {
  const path = join(folder, 'key')
  writeFileSync(path, 'sk_test_1\n')
  const { secrets, warnings } = read({ 'secret-key-file': path })
  expect(secrets).toEqual({ 'secret-key': 'sk_test_1' })
  expect(warnings).toEqual([])
})

it('a secret is read without what copying adds, whichever way it is given', () => {
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

it('secrets by standard input are a line each, whatever the order of the arguments', () => {
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

it('a secret of the environment is used where there is no argument', () => {
  const environment = { PUENTE_SECRET_KEY: 'sk_test_1', PUENTE_CLIENT_SECRET: 'c' }
  expect(read({}, { environment }).secrets).toEqual({
    'secret-key': 'sk_test_1',
    'client-secret': 'c',
  })
  expect(read({ 'secret-key': '-' }, { environment, input: 'sk_test_2' }).secrets).toMatchObject({
    'secret-key': 'sk_test_2',
  })
})

it('a secret that is an argument works, and whoever gave it is warned without showing it', () => {
  const { secrets, warnings } = read({ 'secret-key': 'sk_test_1' })
  expect(secrets).toEqual({ 'secret-key': 'sk_test_1' })
  expect(warnings.join()).toContain('--secret-key is visible in the list of processes')
  expect(warnings.join()).not.toContain('sk_test_1')
})

it('a secret that is given twice, or in a file that is not there, is refused', () => {
  expect(() => read({ 'secret-key': 'sk_test_1', 'secret-key-file': '/x' })).toThrow('not both')
  expect(() => read({ 'secret-key-file': '/none/such' })).toThrow(
    '--secret-key-file: cannot read it (ENOENT',
  )
})

it('a key in two pasted words is refused by its option, and a signing secret may have a blank that is kept', () => {
  expect(() => read({ 'secret-key': 'sk_test_1 enabled' })).toThrow('--secret-key: Has a blank')
  expect(() => read({ 'client-secret': 'a b' })).toThrow('--client-secret: Has a blank')
  expect(read({ 'webhook-secret': 'open sesame' }).secrets['webhook-secret']).toBe('open sesame')
})
