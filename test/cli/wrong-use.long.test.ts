import { describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { createApiKey } from '../../src/payments/stores/api-keys.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { today } from '../support/reconcile.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, TEST_STORE } from '../support/world.ts'

const world = useWorld()

const stores = commandOf('stores', () => settingsOf(world))
const reconcile = commandOf('reconcile', () => settingsOf(world))
const tasks = commandOf('tasks', () => settingsOf(world))
const keys = commandOf('keys', () => settingsOf(world))

describe('a command with wrong arguments', () => {
  it.each<[string, () => ReturnType<typeof stores>, string]>([
    ['a command', () => stores('upadte', '--id', TEST_STORE), 'Did you mean "update"?'],
    ['what to rotate', () => stores('rotate', 'api-kye'), 'Did you mean "api-key"?'],
    ['what to do with keys', () => stores('keys', 'revok', 'key_1'), 'Did you mean "revoke"?'],
    [
      'an option',
      () => stores('show', '--di', TEST_STORE),
      'Unknown option "--di". Did you mean "--id"?',
    ],
    ['the option of a run', () => reconcile('--stor', TEST_STORE), 'Did you mean "--store"?'],
    ['a task’s command', () => tasks('replya'), 'Did you mean "replay"?'],
    ['a key’s command', () => keys('resael'), 'Did you mean "reseal"?'],
  ])('a typo in %s prints a suggestion without the usage page', async (_, run, words) => {
    const { exitCode, stderr, stdout } = await run()
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  })

  it.each<[string, () => ReturnType<typeof stores>]>([
    ['a store', () => stores('show', '--id', 'tineda')],
    [
      'the store of a run',
      () => reconcile('--store', 'tineda', '--from', '2026-05-04', '--to', '2026-05-04'),
    ],
  ])('a typo in the id of %s prints a suggestion', async (_, run) => {
    const { exitCode, stderr, stdout } = await run()
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Did you mean "tienda"?')
  })

  it.each<[string, () => ReturnType<typeof stores>, string]>([
    ['an option', () => reconcile('--from', '2026-05-04'), "'--store <store>' not specified"],
    [
      'the value of an option',
      () => stores('show', '--id'),
      "Option '--id <store>' argument missing",
    ],
    [
      'an option of a command',
      () => stores('rotate', 'notify-secret'),
      "'--id <store>' not specified",
    ],
    ['the key', () => stores('keys', 'revoke'), "required argument 'key'"],
  ])('a missing argument (%s) prints one line and a pointer to the help', async (_, run, words) => {
    const { exitCode, stderr } = await run()
    const [reason, hint, ...more] = stderr.trim().split('\n')
    expect([exitCode, reason]).toEqual([2, expect.stringContaining(words)])
    expect([hint, more]).toEqual([expect.stringMatching(/"puente [\w -]+ --help"/), []])
  })

  it('--help prints the full usage', async () => {
    const { exitCode, stdout } = await stores('--help')
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^ +rotate/m)])
  })

  it('a group without its command prints its commands', async () => {
    const { exitCode, stderr } = await stores('rotate')
    expect(exitCode).toBe(2)
    for (const word of ['api-key', 'notify-secret', 'webhook-secret'])
      expect(stderr).toContain(word)
  })
})

describe('stores with invalid values', () => {
  it.each([
    ['update', ['update', '--id', TEST_STORE, '--name', '']],
    ['update', ['update', '--id', TEST_STORE, '--name', '  ']],
    [
      'add',
      ...[['add', '--id', 'nadie', '--name', '', '--secret-key', 'sk_test_sandbox']].map((one) => [
        ...one,
        ...['--webhook-secret', 'whsec_of_the_shop'],
      ]),
    ],
  ])('a store keeps its name in %s', async (_, args) => {
    const { exitCode, stderr } = await stores(...args)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--name: Must not be empty')])
  })

  it('a store with two valid API keys must name the one to replace, even if one expires soon', async () => {
    const { ctx, sealer } = world.puente
    await connectTestStore(world.puente, { id: 'llaves', notifyUrl: null })
    const now = ctx.clock.now()
    const deps = { query: ctx.db.query, sealer, ids: ctx.ids, now }
    const expiresAt = addMs(now, 3_600_000)
    await createApiKey(deps, { storeId: StoreId.parse('llaves'), name: 'for an hour', expiresAt })
    const asked = await stores('rotate', 'api-key', '--id', 'llaves')
    expect(asked.exitCode).toBe(1)
    for (const word of ['--key', '"first"', '"for an hour"']) expect(asked.stderr).toContain(word)
    expect((await stores('keys', '--id', 'llaves')).stdout.trim().split('\n')).toHaveLength(2)
  })
})

describe('a reconciliation from the terminal', () => {
  it('a shop that does not return its orders is reported with the reason', async () => {
    const shop = await serve((_, response) => void response.writeHead(403).end(), {
      host: '127.0.0.1',
      port: 0,
    })
    const id = 'callada'
    const apiKey = await connectTestStore(world.puente, {
      id,
      notifyUrl: null,
      ordersUrl: `http://127.0.0.1:${shop.port}/orders`,
    })
    await merchantOf(world, { apiKey, prefix: 'Q' }).open()
    const day = today(world)
    const { exitCode, stdout } = await reconcile('--store', id, '--from', day, '--to', day)
    await shop.close()
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/store did not answer: .*403/i)
    expect(stdout).toContain('No differences between the gateway and Puente')
    expect(stdout).not.toMatch(/\b1 \w+s\b/)
  })
})
