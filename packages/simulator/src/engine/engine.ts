import { type ChildProcess, fork } from 'node:child_process'
import { VERSION } from '../version.ts'
import { ENGINE_FILE, TEMPLATE_FILE } from './engine-file.ts'
import type { EngineAnswers, EngineCall, EngineReply, EngineRequest } from './messages.ts'

export interface Engine {
  /** Rejects with the engine's message; a call to an engine that ended starts a new one. */
  call<Kind extends EngineCall['kind']>(
    call: Extract<EngineCall, { kind: Kind }>,
  ): Promise<EngineAnswers[Kind]>
}

interface Program {
  hasEnded: boolean
  /** Rejects when the program ends before it answers. */
  ask(call: EngineCall): Promise<unknown>
}

const ENDED = 'The simulator ended'

/**
 * V8's tracking of compiled pages by memory protection keys crashes processes that end or restart
 * WebAssembly (nodejs/node#64500), so the engine runs without it.
 */
const WITHOUT_KEYS = ['--no-memory-protection-keys']
/** Node 20 knows no such option, and needs none. */
const FIRST_WITH_KEYS = 24
/** Exit code for an option that this Node does not know. */
const BAD_OPTION = 9

/** Shared by the ES module and the CommonJS copy of this package. */
const KEY = Symbol.for(`@puente/simulator ${VERSION}`)
const shared = globalThis as { [KEY]?: Program }

/**
 * The engine of this process: one child process for all gateways, outside of a test runner's fake
 * timers, stubbed `fetch` and module sandbox. It keeps this process alive only while it owes an
 * answer, and ends with it.
 */
export const engine: Engine = {
  call: async (call) => {
    const program = currentProgram()
    try {
      return (await program.ask(call)) as never
    } catch (error) {
      // An idle engine may end while the call is on its way.
      const isLate = call.kind === 'start' && (error as Error).message === ENDED
      if (!isLate) throw error
      return (await currentProgram().ask(call)) as never
    }
  },
}

let v8Options = Number.parseInt(process.versions.node, 10) >= FIRST_WITH_KEYS ? WITHOUT_KEYS : []

const currentProgram = (): Program => {
  const known = shared[KEY]
  if (known && !known.hasEnded) return known
  const program = startProgram()
  shared[KEY] = program
  return program
}

const startProgram = (): Program => {
  const child = fork(ENGINE_FILE, [TEMPLATE_FILE], {
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    execArgv: v8Options,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  const endWith = (error: Error): void => {
    program.hasEnded = true
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  child.on('message', (reply: EngineReply) => {
    const waiting = open.get(reply.id)
    open.delete(reply.id)
    if (open.size === 0) keepAlive(child, false)
    if (reply.ok) waiting?.resolve(reply.value)
    else waiting?.reject(new Error(reply.message))
  })
  child.on('error', endWith)
  child.on('exit', (code) => {
    if (code === BAD_OPTION) v8Options = []
    endWith(new Error(ENDED))
  })
  keepAlive(child, false)
  const program: Program = {
    hasEnded: false,
    ask: (call) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        open.set(id, { resolve, reject })
        keepAlive(child, true)
        const request: EngineRequest = { id, ...call }
        child.send(request, (error) => {
          if (error) endWith(new Error(ENDED))
        })
      }),
  }
  return program
}

/** Decides whether the child holds up the end of this process. */
const keepAlive = (child: ChildProcess, isNeeded: boolean): void => {
  const method = isNeeded ? 'ref' : 'unref'
  child[method]()
  child.channel?.[method]()
}
