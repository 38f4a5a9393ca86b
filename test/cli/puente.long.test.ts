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
/** A second Node, like a system's. */
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
  it('puente runs through a symlink from another folder and prints commands as typed', async () => {
    const { exitCode, stdout } = await run(process.execPath, link, 'keys', '--help')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('puente keys')
    expect(stdout).not.toContain('npm run')
  })

  it('puente suggests the likely command and exits 2', async () => {
    const { exitCode, stderr } = await run(process.execPath, link, 'sotres')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Did you mean "stores"?')])
  })

  it('puente suggests the likely subcommand', async () => {
    const { exitCode, stderr } = await run(process.execPath, link, 'tasks', 'replya')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Did you mean "replay"?')])
    expect(stderr).toContain('"puente tasks --help"')
  })

  it("puente keeps the command's exit code under another Node", async () => {
    expect((await run(otherNode, link, 'sotres')).exitCode).toBe(2)
    expect((await run(otherNode, link, 'help')).exitCode).toBe(0)
  })

  it.for([
    ['its own Node', () => process.execPath],
    ['another Node', () => otherNode],
  ] as const)(
    'puente serve on %s exits 0 on SIGTERM and leaves no process running',
    async ([, node], test) => {
      const serve = await runCommand(test, [node(), BINARY, 'serve'])
      await eventually(async () => serve.printed().includes('puente is running'))
      serve.child.kill('SIGTERM')
      expect(await serve.ended()).toBe(0)
      await eventually(async () => serve.stillRuns().length === 0)
    },
  )

  it('puente serve on another Node leaves no process running after SIGKILL', async (test) => {
    const serve = await runCommand(test, [otherNode, BINARY, 'serve'])
    await eventually(async () => serve.printed().includes('puente is running'))
    serve.child.kill('SIGKILL')
    await eventually(async () => serve.stillRuns().length === 0)
  })

  it('puente tasks list on another Node exits as by SIGPIPE after its pipe is closed', async (test) => {
    const tasks = await runCommand(test, [otherNode, BINARY, 'tasks', 'list'])
    tasks.stopReading()
    expect(await tasks.ended()).toBe(READER_LEFT)
    expect(tasks.complained()).toBe('')
  })
})
