import { execFile } from 'node:child_process'
import { copyFileSync, linkSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'
import { runCommand } from './running-command.ts'

const BINARY = fileURLToPath(new URL('../../bin/puente', import.meta.url))
const READER_LEFT = 141

let folder: string
let link: string
/** A Node that is not the bundled one, as a system's. */
let otherNode: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'puente-binary-'))
  link = join(folder, 'puente')
  symlinkSync(BINARY, link)
  otherNode = join(folder, 'node')
  try {
    linkSync(process.execPath, otherNode)
  } catch {
    copyFileSync(process.execPath, otherNode)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = async (file: string, ...args: string[]) => {
  const options = { cwd: folder, env: childEnvironment({}) }
  try {
    const { stdout } = await promisify(execFile)(file, args, options)
    return { exitCode: 0, stdout, stderr: '' }
  } catch (error) {
    const { code, stdout, stderr } = Object(error)
    return { exitCode: Number(code), stdout: String(stdout), stderr: String(stderr) }
  }
}

describe('bin/puente', () => {
  it('runs through a symlink and in another folder, and names commands as they are typed', async () => {
    const { exitCode, stdout } = await run(process.execPath, link, 'keys', '--help')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('puente keys status')
    expect(stdout).not.toContain('npm run')
  })

  it('names the command that was probably meant, and ends with 2', async () => {
    const { exitCode, stderr } = await run(process.execPath, link, 'sotres')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Did you mean stores?')])
  })

  it('leaves what is wrong with the arguments of a command to that command', async () => {
    const { exitCode, stderr } = await run(process.execPath, link, 'tasks', 'replya')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('did you mean replay?')])
    expect(stderr).toContain('"puente tasks --help"')
  })

  it('has the exit code of the command also where another Node than its own runs it', async () => {
    expect((await run(otherNode, link, 'sotres')).exitCode).toBe(2)
    expect((await run(otherNode, link, 'help')).exitCode).toBe(0)
  })

  it.for([
    ['its own Node', () => process.execPath],
    ['another Node', () => otherNode],
  ] as const)(
    'serve on %s that is told to stop ends with 0 and leaves nothing',
    async ([, node], test) => {
      const serve = await runCommand(test, [node(), BINARY, 'serve'])
      await eventually(async () => serve.printed().includes('puente is running'))
      serve.child.kill('SIGTERM')
      expect(await serve.ended()).toBe(0)
      await eventually(async () => serve.stillRuns().length === 0)
    },
  )

  it('serve on another Node that is killed leaves nothing', async (test) => {
    const serve = await runCommand(test, [otherNode, BINARY, 'serve'])
    await eventually(async () => serve.printed().includes('puente is running'))
    serve.child.kill('SIGKILL')
    await eventually(async () => serve.stillRuns().length === 0)
  })

  it('tasks list on another Node, whose reader has left, ends as by SIGPIPE', async (test) => {
    const tasks = await runCommand(test, [otherNode, BINARY, 'tasks', 'list'])
    tasks.stopReading()
    expect(await tasks.ended()).toBe(READER_LEFT)
    expect(tasks.complained()).toBe('')
  })
})
