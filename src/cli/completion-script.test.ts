import { spawnSync } from 'node:child_process'
import { Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { completionScript } from './completion-script.ts'
import { commandTree } from './tree/tree.ts'

/** What bash offers for the last of some words. */
const offered = (root: Command, ...words: string[]): string[] => {
  const script = `${completionScript(root, 'bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_puente; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

describe('completions in bash', () => {
  it('offers the commands that begin as the word does', () => {
    expect(offered(commandTree(), 'puente', 'st')).toEqual(['start', 'stores'])
  })

  it('offers the commands of a command', () => {
    expect(offered(commandTree(), 'puente', 'tasks', '')).toEqual(['list', 'try', 'replay'])
  })

  it('offers what an argument may be', () => {
    expect(offered(commandTree(), 'puente', 'completion', 'f')).toEqual(['fish'])
  })

  it('offers the states of orders and the kinds of alerts', () => {
    expect(offered(commandTree(), 'puente', 'orders', 'list', '--state', 'part')).toEqual([
      'partially_refunded',
    ])
    expect(offered(commandTree(), 'puente', 'alerts', 'list', '--kind', 'webhooks')).toEqual([
      'webhooks_stopped',
    ])
  })

  it('offers options, and what the value of one may be', () => {
    const root = new Command('puente')
    const list = root.command('orders').command('list')
    list.addOption(new Option('--state <state>').choices(['paid', 'partial', 'open']))
    expect(offered(root, 'puente', 'orders', 'list', '--s')).toEqual(['--state'])
    expect(offered(root, 'puente', 'orders', 'list', '--state', 'pa')).toEqual(['paid', 'partial'])
  })
})

describe('the completion script for fish', () => {
  it('quotes a description that has a quote in it', () => {
    const root = new Command('puente')
    root.command('open').description("an order's page")
    expect(completionScript(root, 'fish')).toContain(String.raw`-a 'open' -d 'an order\'s page'`)
  })
})
