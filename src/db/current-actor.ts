import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from '../domain/actor.ts'

const current = new AsyncLocalStorage<string>()

/** Sets the actor for `run`, across awaits. */
export const actAs = <T>(actor: Actor, run: () => T): T => current.run(JSON.stringify(actor), run)

export const currentActorJson = (): string | undefined => current.getStore()

export const currentActor = (): Actor | undefined => {
  const json = current.getStore()
  return json === undefined ? undefined : JSON.parse(json)
}
