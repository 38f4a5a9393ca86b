import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { displayWidth } from '../../src/runtime/text/display-width.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))
const PUENTE = fileURLToPath(new URL('../../src/cli/puente.ts', import.meta.url))
const COLUMNS = 72

/** util-linux's `script` gives a command a terminal. */
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
)

const atTerminal = (words: readonly string[], columns = COLUMNS): string[] => {
  const line = [process.execPath, PUENTE, ...words].map((word) => `'${word}'`).join(' ')
  const { stdout } = spawnSync('script', ['-qec', `stty cols ${columns}; ${line}`, '/dev/null'], {
    cwd: tmpdir(),
    env: childEnvironment({ ...settingsOf(world), TERM: 'xterm' }),
    encoding: 'utf8',
  })
  return stdout.split(/\r?\n/).filter((text) => text !== '')
}

const LISTS = [
  [['stores', 'list'], /^STORE +/],
  [['stores', 'keys', '--id', TEST_STORE], /^KEY +/],
  [['orders'], /^ORDER +/],
  [['orders', 'list', 'Ágata'], /^ORDER +/],
  [['tasks', 'list', '--state', 'all'], /^TASK +/],
  [['alerts', 'list', '--state', 'all'], /^ALERT +/],
  [['users'], /^E-MAIL +/],
  [['audit'], /^AT +/],
  [['keys', 'status'], /^KEY +SECRETS/],
  [['stores', 'alerts', '--id', TEST_STORE], /^CHANNEL +/],
] as const

describe.skipIf(!hasTerminal)('a list at a terminal', () => {
  beforeAll(async () => {
    await connectTestStore(world.puente, { id: 'otra', notifyUrl: null })
    await puente(
      'stores',
      'update',
      '--id',
      'otra',
      '--name',
      '日本の店 — una tienda con un nombre muy largo ☕',
    )
    const email = ['--alert-email', 'una-direccion-muy-larga@una-empresa-hondurena.example']
    await puente('stores', 'alerts', '--id', TEST_STORE, ...email)
    await puente(
      'users',
      'add',
      '--email',
      'una.persona.con.nombre.largo@example.com',
      '--role',
      'viewer',
    )
    await merchantOf(world, { prefix: 'Á' }).paidTwice({ customer: { name: 'Ágata' } })
  })

  it.each(LISTS)('%j has a header, and no line is wider than the terminal', (words, header) => {
    const lines = atTerminal(words)
    expect(lines[0], lines.join('\n')).toMatch(header)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter((line) => displayWidth(line) > COLUMNS)).toEqual([])
  })

  it.each([80, 100])('at %i columns an alert reads as its sentence', (columns) => {
    const lines = atTerminal(['alerts', 'list'], columns)
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([])
    expect(lines[1]).toMatch(/ Order Á-\S+ was charged twice/)
  })

  it('a closed alert is marked at every width', async () => {
    const [id] = (await puente('alerts', 'list')).stdout.split('\t')
    await puente('alerts', 'close', `${id}`)
    expect(atTerminal(['alerts', 'list', '--state', 'all'])[1]).toMatch(/^prb_\d+ +closed /)
  })

  it('a pipe gets whole names without a header', async () => {
    const { stdout } = await puente('stores', 'list')
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t').slice(0, 4)),
    ).toContainEqual([
      ...['otra', 'test', 'headless'],
      '日本の店 — una tienda con un nombre muy largo ☕',
    ])
  })
})
