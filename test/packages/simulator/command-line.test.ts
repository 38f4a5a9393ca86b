import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isFaultPreset } from '../../../packages/simulator/src/chaos/presets.ts'
import { readCommandLine } from '../../../packages/simulator/src/cli/options.ts'
import { blocksOf } from '../../documents/code-blocks.ts'

it('without arguments it serves on the port of the service', () => {
  expect(readCommandLine([])).toEqual({
    kind: 'run',
    command: [],
    options: { port: 4010, chaos: [] },
  })
})

it('a command after -- gets a free port and keeps its own options', () => {
  const args = [
    '--chaos',
    'slow',
    '--chaos',
    'lost-answer',
    '--seed',
    '7',
    '--',
    'npm',
    'test',
    '--port',
  ]
  expect(readCommandLine(args)).toEqual({
    kind: 'run',
    command: ['npm', 'test', '--port'],
    options: { port: 0, chaos: ['slow', 'lost-answer'], seed: '7' },
  })
})

it('webhook, secret, host and control key become options', () => {
  const args = ['--webhook-url', 'http://127.0.0.1:8080/', '--webhook-secret', 'whsec_1234']
  const more = ['--host', '0.0.0.0', '--control-key', 'at-least-16-characters', '--port', '5000']
  expect(readCommandLine([...args, ...more])).toMatchObject({
    options: {
      port: 5000,
      host: '0.0.0.0',
      webhook: 'http://127.0.0.1:8080/',
      keys: { webhookSecret: 'whsec_1234' },
      controlKey: 'at-least-16-characters',
    },
  })
})

it.each([
  [['--prot', '1'], /--prot/],
  [['--port', 'x'], /--port is x/],
  [['--port', '70000'], /65535/],
  [['--chaos', 'fast'], /no such preset. Give lost-answer/],
  [['--chaos', 'portal-refund'], /is an action on a paid order/],
  [['--'], /Give a command after --/],
  [['serve'], /serve/],
])('%j is refused with its reason', (args, reason) => {
  const line = readCommandLine(args)
  expect(line.kind === 'wrong' && line.reason).toMatch(reason)
})

it('--help explains every preset that it accepts', () => {
  expect(readCommandLine(['--help', '--port', '1'])).toEqual({ kind: 'help' })
})

it('the README shows the GitHub Action of the examples, whose presets exist', () => {
  const [shown] = blocksOf('packages/simulator/README.md').filter(
    ({ language }) => language === 'yaml',
  )
  const file = readFileSync('packages/simulator/examples/github-action.yml', 'utf8')
  expect(file.replace(/^#.*\n/, '')).toBe(shown?.text)
  const [, presets = ''] = /chaos: \[(.*)\]/.exec(file) ?? []
  expect(presets.split(', ').filter((name) => !isFaultPreset(name))).toEqual([])
})
