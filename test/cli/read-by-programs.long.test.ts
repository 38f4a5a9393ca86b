import { describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))
const read = async (...args: string[]) => JSON.parse((await puente(...args, '--json')).stdout)

describe('a command with --json', () => {
  it('stores prints the list, one store without secrets, and its API keys', async () => {
    expect((await read('stores', 'list')).data).toMatchObject([
      { id: TEST_STORE, platform: 'headless', environment: 'test', disabled_at: null },
    ])
    const store = await read('stores', 'show', '--id', TEST_STORE)
    expect(store).toMatchObject({
      id: TEST_STORE,
      secrets: { notify_secret: { hint: expect.stringMatching(/^whsec_…/) } },
      api_keys: [{ name: 'first', in_force: true, scopes: expect.arrayContaining(['admin']) }],
    })
    expect(JSON.stringify(store)).not.toContain(world.apiKey)
    const { data } = await read('stores', 'keys', '--id', TEST_STORE)
    expect(data).toEqual(store.api_keys)
  })

  it('tasks and keys print one document', async () => {
    const merchant = merchantOf(world, { prefix: 'J' })
    await merchant.paid()
    const { data } = await read('tasks', 'list', '--state', 'all', '--limit', '1')
    expect(data).toMatchObject([
      { id: expect.stringMatching(/^tsk_\d+$/), store_id: TEST_STORE, failures: [] },
    ])
    expect((await read('keys', 'status')).data).toMatchObject([
      { key: 'test', given: true, seals: true, secrets: expect.any(Number) },
    ])
  })

  it.each([
    ['tasks', 'try', 'tsk_1'],
    ['keys', 'reseal'],
    ['stores', 'disable', '--id', TEST_STORE],
  ])('%s %s has no --json and rejects it', async (...args) => {
    const { exitCode, stdout, stderr } = await puente(...args, '--json')
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain("Unknown option '--json'")
  })
})

describe('an invalid command line', () => {
  it('an unknown command lists the known ones and points to the help', async () => {
    const { exitCode, stderr } = await puente('alerts', 'bogus')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('Unknown command "puente alerts bogus". Commands: list, test, close')
    const missing = await puente('listen')
    expect([missing.exitCode, missing.stderr]).toEqual([
      2,
      expect.stringContaining('Run "puente listen --help" for usage.'),
    ])
  })

  it('a wrong Puente URL explains the option', async () => {
    const { exitCode, stderr } = await puente(
      ...['trigger', 'order.paid', '--url', 'http://127.0.0.1:1', '--api-key', 'puente_test_x'],
    )
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('or set its address (--url')])
  })

  it('an invalid forwarding URL is rejected, and listen does not start', async () => {
    const { exitCode, stderr } = await puente('listen', '--forward-to', 'ftp://localhost/puente')
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--forward-to: expected an address'),
    ])
  })

  it('listen refuses an unknown event type with a suggestion', async () => {
    const { exitCode, stderr } = await puente(
      ...['listen', '--forward-to', 'localhost:8080/puente', '--only', 'order.payed'],
    )
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(
        '--only: unknown event type "order.payed". Did you mean "order.paid"?',
      ),
    ])
  })

  it('alerts test fails without an alert channel', async () => {
    const { exitCode, stderr } = await puente('alerts', 'test')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('No alert channel is configured'),
    ])
  })
})
