/** Who did something: shown on a timeline, kept in the audit log. */
export type Actor =
  | { kind: 'api_key'; id: string; name: string }
  | { kind: 'person'; id: string; name: string }
  /** Whoever has a terminal on the machine. */
  | { kind: 'command_line' }
  | { kind: 'customer' }
  | { kind: 'platform'; name: string }
  | { kind: 'gateway' }
  /** Puente itself, later: `name` is the kind of task. */
  | { kind: 'job'; name: string }

/** Returns the name of an actor; `undefined` if its kind is enough. */
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

/** Returns the id of an actor; `undefined` if its kind has only one. */
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
