import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()

const STORES = fileURLToPath(new URL('../../src/cli/stores.ts', import.meta.url))

it('a store is connected with secrets from standard input, which no process list shows', async () => {
  const add = spawn(
    process.execPath,
    [STORES, 'add', '--id', 'by-input', '--webhook-secret', '-', '--secret-key', '-'],
    { cwd: tmpdir(), env: childEnvironment(settingsOf(world)) },
  )
  let [stdout, stderr] = ['', '']
  add.stdout.on('data', (text: Buffer) => {
    stdout += text
  })
  add.stderr.on('data', (text: Buffer) => {
    stderr += text
  })
  add.stdin.end('sk_test_sandbox\nwhsec_test_sandbox\n')
  const [code] = await once(add, 'close')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toContain('accepts the secret key')
})

it('a store is connected with secrets from the environment', async () => {
  const stores = commandOf('stores', () => ({
    ...settingsOf(world),
    PUENTE_SECRET_KEY: 'sk_test_sandbox',
    PUENTE_WEBHOOK_SECRET: 'whsec_test_sandbox',
  }))
  const printed = await stores('add', '--id', 'by-environment')
  expect([printed.exitCode, printed.stderr], printed.stdout).toEqual([0, ''])
  expect(printed.stdout).toMatch(/API key +puente_test_/)
})

it('an update reads a secret from a file and ignores the environment’s secrets of another store', async () => {
  const withSecrets = commandOf('stores', () => ({
    ...settingsOf(world),
    PUENTE_SECRET_KEY: 'sk_test_sandbox',
    PUENTE_WEBHOOK_SECRET: 'whsec_test_sandbox',
  }))
  await withSecrets('add', '--id', 'by-file')
  const folder = mkdtempSync(join(tmpdir(), 'puente-secrets-'))
  const path = join(folder, 'webhook-secret')
  writeFileSync(path, 'whsec_of_the_file\n')
  const byFile = await withSecrets('update', '--id', 'by-file', '--webhook-secret-file', path)
  expect(byFile.stderr).toBe('')
  expect(byFile.stdout).toContain('Updated the store "by-file": webhook-secret.')
  const named = await withSecrets('update', '--id', 'by-file', '--name', 'Ceiba')
  expect(named.stdout).toContain('Updated the store "by-file": name.')
  const disabled = await withSecrets('disable', '--id', 'by-file')
  expect(disabled.stderr).toBe('')
  const misplaced = await withSecrets('enable', '--id', 'by-file', '--webhook-secret-file', path)
  expect(misplaced.stderr).toContain("Unknown option '--webhook-secret-file'")
  rmSync(folder, { recursive: true })
})

it('in production a store’s http address is refused unless it is on this machine', async () => {
  const stores = commandOf('stores', () => ({
    ...settingsOf(world),
    NODE_ENV: 'production',
    PUENTE_SECRET_KEY: 'sk_test_sandbox',
    PUENTE_WEBHOOK_SECRET: 'whsec_test_sandbox',
  }))
  for (const flag of ['--notify-url', '--orders-url']) {
    const refused = await stores('add', '--id', 'plain', flag, 'http://shop.example/puente')
    expect(refused.stderr).toContain(`${flag}: Must be an https address`)
  }
  const here = await stores('add', '--id', 'plain', '--notify-url', 'http://127.0.0.1:1/puente')
  expect(here.exitCode, here.stderr).toBe(0)
  const site = await stores(
    ...['add', '--platform', 'woocommerce', '--id', 'plain-site', '--site', 'http://192.0.2.1'],
    ...['--consumer-key', 'ck_x', '--consumer-secret', 'cs_x'],
  )
  expect(site.hasFailed).toBe(true)
  expect(site.stderr).toContain('--site: Must be an https address')
})
