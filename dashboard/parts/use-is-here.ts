import { useMatch, useRouter } from '@tanstack/react-router'

/** Tells late answers and debounced filters whether the reader is still on the screen. */
export const useIsHere = (): (() => boolean) => {
  // The screen's own path: the location already changes while the next screen loads.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const router = useRouter()
  return () => router.latestLocation.pathname === pathname
}
