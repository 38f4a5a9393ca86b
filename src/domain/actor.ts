/** Author of a change, for timelines and the audit log. */
export type Actor =
  | { kind: 'api_key'; id: string; name: string }
  | { kind: 'person'; id: string; name: string }
  | { kind: 'command_line' }
  | { kind: 'customer' }
  | { kind: 'platform'; name: string }
  | { kind: 'gateway' }
  /** A background task; `name` is its kind. */
  | { kind: 'job'; name: string }

export const nameOfActor = (actor: Actor): string | undefined => {
  switch (actor.kind) {
    case 'api_key':
    case 'person':
    case 'platform':
    case 'job':
      return actor.name
    case 'command_line':
    case 'customer':
    case 'gateway':
      return undefined
  }
}

export const idOfActor = (actor: Actor): string | undefined => {
  switch (actor.kind) {
    case 'api_key':
    case 'person':
      return actor.id
    case 'command_line':
    case 'customer':
    case 'platform':
    case 'gateway':
    case 'job':
      return undefined
  }
}
