/** The id of an own app's session of a shop; that of our app bears the id that the library gives it. */
export const ownSessionId = (clientId: string, libraryId: string): string =>
  `${clientId}:${libraryId}`

/** Whether a session is of an app: of a shop's own one, or of this installation's (`undefined`). */
export const isSessionOf = (sessionId: string, ownApp: string | undefined): boolean =>
  ownApp === undefined ? !sessionId.includes(':') : sessionId.startsWith(`${ownApp}:`)
