import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import { readVersion } from '../../runtime/version.ts'
import { commandTree } from './tree.ts'

const pathsBelow = (command: Command, path: readonly string[] = []): string[][] => [
  [...path],
  ...command.commands.flatMap((each) => pathsBelow(each, [...path, each.name()])),
]

const paths = pathsBelow(commandTree(platforms)).filter((path) => !path.includes('help'))

/** Runs one command line and returns its output at a terminal of 60 columns. */
const printed = async (...args: string[]) => {
  let [out, err] = ['', '']
  const root = commandTree(platforms)
  const configure = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        out += text
      },
      writeErr: (text) => {
        err += text
      },
      getOutHelpWidth: () => 60,
    })
    for (const each of command.commands) configure(each)
  }
  configure(root)
  const exitCode = await root.parseAsync(args, { from: 'user' }).then(
    () => 0,
    (error) => error.exitCode,
  )
  return { out, err, exitCode }
}

describe('the help', () => {
  it.each(paths.map((path) => [path.join(' '), path] as const))(
    '"help %s" prints what --help prints, in the same shape, and fits the terminal',
    async (_, path) => {
      const { out, exitCode } = await printed(...path, '--help')
      expect(exitCode).toBe(0)
      expect((await printed('help', ...path)).out).toBe(out)
      const [usage, , description] = out.split('\n')
      expect(usage?.startsWith(['Usage: puente', ...path].join(' '))).toBe(true)
      expect(description).toMatch(/^\p{Lu}/u)
      expect(out).toMatch(/\nOptions:\n[\s\S]*-h, --help +show this help\n/)
      expect(out).not.toContain('(default: false)')
      const wide = out.split('\n').filter((line) => line.length > 60 && !/^\S+$|^ {2}/.test(line))
      expect(wide).toEqual([])
    },
  )

  it('an unknown command after help is wrong use and names the likely one', async () => {
    const { err, exitCode } = await printed('help', 'stores', 'upadte')
    expect(exitCode).not.toBe(0)
    expect(err).toContain('Did you mean "update"?')
  })

  it.each(['--version', '-V'])('%s prints the version alone', async (flag) => {
    expect(await printed(flag)).toEqual({ out: `${readVersion()}\n`, err: '', exitCode: 0 })
  })
})
