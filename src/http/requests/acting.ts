import type { RequestHandler } from 'express'
import { actAs } from '../../db/current-actor.ts'
import type { Actor } from '../../domain/actor.ts'

export const requestsOf =
  (actor: Actor): RequestHandler =>
  (_request, _response, next) =>
    actAs(actor, next)
