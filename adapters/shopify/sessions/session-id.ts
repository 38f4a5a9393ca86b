/** Builds the session id of a shop's own app; our app uses the library's. */
export const ownSessionId = (clientId: string, libraryId: string): string =>
  `${clientId}:${libraryId}`

/** Returns whether a session is of a shop's own app or, if `undefined`, this installation's. */
export const isSessionOf = (sessionId: string, ownApp: string | undefined): boolean =>
  ownApp === undefined ? !sessionId.includes(':') : sessionId.startsWith(`${ownApp}:`)
