import { expect, it } from 'vitest'
import { HELP, readCommandLine } from '../../../packages/local/src/cli/options.ts'

it('without arguments it serves on the ports of "npm start"', () => {
  expect(readCommandLine([])).toMatchObject({
    kind: 'run',
    command: [],
    gatewayPort: 4010,
    options: { port: 3000, notifyUrl: undefined },
  })
})

it('a command after -- gets free ports and keeps its own options', () => {
  const args = ['--notify-url', 'http://localhost:8080/puente', '--', 'node', 'shop.mjs', '--port']
  expect(readCommandLine(args)).toMatchObject({
    kind: 'run',
    command: ['node', 'shop.mjs', '--port'],
    gatewayPort: 0,
    options: { port: undefined, notifyUrl: 'http://localhost:8080/puente' },
  })
})

it.each([
  [['--prot', '1'], /--prot/],
  [['--port', 'x'], /--port is x/],
  [['--gateway-port', '70000'], /65535/],
  [['--language', 'fr'], /give es, en/],
  [['--'], /Give a command after --/],
  [['serve'], /serve/],
  [['--notify-path', '/puente'], /needs a command/],
  [['--notify-path', 'puente', '--', 'node', 'shop.mjs'], /starts with \//],
])('%j is refused with its reason', (args, reason) => {
  const line = readCommandLine(args)
  expect(line.kind === 'wrong' && line.reason).toMatch(reason)
})

it('--help names every option', () => {
  expect(readCommandLine(['--help'])).toEqual({ kind: 'help' })
  for (const option of [
    'notify-url',
    'notify-path',
    'port',
    'gateway-port',
    'name',
    'language',
    'log',
    'quiet',
  ]) {
    expect(HELP).toContain(`--${option}`)
  }
})
