import { useSyncExternalStore } from 'react'

/** Many 401s arrive together; a second navigation would abort the first. */
let isLeaving = false
window.addEventListener('pageshow', ({ persisted }) => {
  // The back-forward cache restores the flag.
  if (persisted) isLeaving = false
})

const typedIn = new Set<Element>()
document.addEventListener('input', ({ target }) => {
  const form = target instanceof Element ? target.closest('form') : null
  if (form) typedIn.add(form)
})

const isTyping = (): boolean => {
  for (const form of typedIn) if (!form.isConnected) typedIn.delete(form)
  return typedIn.size > 0
}

/** Sign-in URL that returns to this page. */
export const signInAddress = (): string => {
  const { pathname, search } = window.location
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`
}

let isOver = false
const listeners = new Set<() => void>()
const setOver = (now: boolean): void => {
  if (isOver === now) return
  isOver = now
  for (const listener of listeners) listener()
}

/** Redirects to sign-in; with unsaved input, shows a link instead. */
export const leaveEndedSession = (): void => {
  if (isLeaving) return
  if (isTyping()) {
    setOver(true)
    return
  }
  isLeaving = true
  window.location.assign(signInAddress())
}

export const sessionContinues = (): void => setOver(false)

/** Returns `true` if the session expired with unsaved input. */
export const useSessionOver = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOver,
  )
