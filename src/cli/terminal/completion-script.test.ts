import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { commandTree } from '../tree/tree.ts'
import { completionScript } from './completion-script.ts'

/** Bash completions for the last word. */
const offered = (root: Command, ...words: string[]): string[] => {
  const script = `${completionScript(root, 'bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_puente; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

describe('completions in bash', () => {
  it('bash completes commands by prefix', () => {
    expect(offered(commandTree(), 'puente', 'st')).toEqual(['start', 'stores'])
  })

  it('bash completes subcommands', () => {
    expect(offered(commandTree(), 'puente', 'tasks', '')).toEqual([
      'list',
      'try',
      'replay',
      'help',
      '--help',
    ])
  })

  it('bash completes the choices of an argument', () => {
    expect(offered(commandTree(), 'puente', 'completion', 'f')).toEqual(['fish'])
  })

  it('bash completes order states and alert kinds', () => {
    expect(offered(commandTree(), 'puente', 'orders', 'list', '--state', 'part')).toEqual([
      'partially_refunded',
    ])
    expect(offered(commandTree(), 'puente', 'alerts', 'list', '--kind', 'webhooks')).toEqual([
      'webhooks_stopped',
    ])
  })

  it('bash completes options and their values', () => {
    const root = new Command('puente')
    const list = root.command('orders').command('list')
    list.addOption(new Option('--state <state>').choices(['paid', 'partial', 'open']))
    expect(offered(root, 'puente', 'orders', 'list', '--s')).toEqual(['--state'])
    expect(offered(root, 'puente', 'orders', 'list', '--state', 'pa')).toEqual(['paid', 'partial'])
  })
})

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

/** Fish completions for a line. */
const offeredByFish = (root: Command, line: string): string[] => {
  const script = `${completionScript(root, 'fish')}
complete -C '${line}'`
  const { stdout, stderr } = spawnSync('fish', ['-N', '-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').flatMap((offer) => offer.split('\t')[0] || [])
}

describe.skipIf(!has('fish'))('completions in fish', () => {
  it.each([
    ['puente st', ['start', 'stores']],
    ['puente tasks ', ['help', 'list', 'replay', 'try']],
    ['puente completion f', ['fish']],
    ['puente listen --ev', ['--events']],
    ['puente listen --events g', ['gateway']],
    ['puente orders list --state part', ['partially_refunded']],
    ['puente trigger order.pai', ['order.paid']],
  ])('fish completes "%s" to %j', (line, words) => {
    expect(offeredByFish(commandTree(), line).toSorted()).toEqual(words)
  })
})

/** The line after Tab in an interactive zsh. */
const completedByZsh = (root: Command, typed: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-zsh-'))
  try {
    writeFileSync(join(folder, '_puente'), completionScript(root, 'zsh'))
    const out = join(folder, 'line')
    writeFileSync(
      join(folder, '.zshrc'),
      `fpath=(${folder} $fpath); autoload -U compinit; compinit -u -D
show() { print -r -- "$BUFFER" > ${out}; exit }
zle -N show; bindkey '^X' show; print ready`,
    )
    const script = `zmodload zsh/zpty; export ZDOTDIR=${folder} TERM=dumb
zpty shell zsh -i
zpty -r shell answer '*ready*'
zpty -w -n shell $'${typed}\t'
for n in {1..50}; do sleep 0.1; zpty -r -t shell more; zpty -w -n shell $'\x18' 2>/dev/null; [[ -s ${out} ]] && break; done
cat ${out}`
    const { stdout } = spawnSync('zsh', ['-f', '-c', script], {
      encoding: 'utf8',
      timeout: 120_000,
    })
    return stdout.trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.skipIf(!has('zsh'))('completions in zsh', () => {
  it.each([
    ['puente doc', 'puente doctor'],
    ['puente tasks re', 'puente tasks replay'],
    ['puente completion f', 'puente completion fish'],
    ['puente listen --ev', 'puente listen --events'],
    ['puente listen --events g', 'puente listen --events gateway'],
    ['puente orders list --state part', 'puente orders list --state partially_refunded'],
    ['puente trigger order.pai', 'puente trigger order.paid'],
  ])('zsh completes "%s" to "%s"', (typed, line) => {
    expect(completedByZsh(commandTree(), typed)).toBe(line)
  })
})

describe('the completion script for fish', () => {
  it('the script escapes a quote in a description', () => {
    const root = new Command('puente')
    root.command('open').description("an order's page")
    expect(completionScript(root, 'fish')).toContain(String.raw`-a 'open' -d 'an order\'s page'`)
  })
})
