import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from '../domain/actor.ts'

const current = new AsyncLocalStorage<string>()

/** Runs something that this actor does, with all that it calls and awaits. */
export const actAs = <T>(actor: Actor, run: () => T): T => current.run(JSON.stringify(actor), run)

/** Who acts, as JSON; `undefined` where nobody has said so. */
export const currentActorJson = (): string | undefined => current.getStore()

/** The actor; `undefined` if none is set. */
export const currentActor = (): Actor | undefined => {
  const json = current.getStore()
  return json === undefined ? undefined : JSON.parse(json)
}
