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
